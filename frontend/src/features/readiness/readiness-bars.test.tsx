import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDeviceAck } from '../../lib/realtime/device-ack.js';
import { ReadinessBars } from './readiness-bars.js';

it('shows why the server does not count this device', () => {
  render(<ReadinessBars />);
  const refusal = 'Du har redan 20 anslutna enheter.';
  act(() => useDeviceAck.setState({ refusal }));
  screen.getByText(refusal);
  act(() => useDeviceAck.setState({ refusal: undefined }));
  expect(screen.queryByText(refusal)).toBeNull();
});
