import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * @returns the token that came in the address's fragment. It is taken out of the address at once, so
 *   that neither the history nor the screen shows what is as good as a password.
 */
export function useFragmentToken(): string {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const given = hash.slice(1);
  const [token, setToken] = useState(given);
  if (given && given !== token) setToken(given);

  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

  return token;
}
