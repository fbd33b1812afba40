import { PAGES } from '@contract/paths';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.js';
import { ABOUT } from './about.copy.js';
import { Article } from './article.js';

export default function About() {
  const navigate = useNavigate();
  return (
    <Article copy={ABOUT}>
      <div>
        <Button size="answer" onClick={() => void navigate(PAGES.home)}>
          {ABOUT.start}
        </Button>
      </div>
    </Article>
  );
}
