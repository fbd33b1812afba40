import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { AlarmPanel } from '../../features/alarms/panel/alarm-panel.js';
import { recordEvent, recordSync } from '../../features/alarms/feed/feed-store.js';
import { SendSheet } from '../../features/alarms/send/send-sheet.js';
import { beginPanel, click, pass, raised } from '../../features/alarms/testing/panel.js';
import { karl, makeEvent, makeSync, membership } from '../../features/alarms/testing/fixtures.js';
import { selectBuilding, useSelectedBuilding } from '../../lib/session/selected-building.js';
import { BuildingSwitch } from './signed-in-shell.js';

const other = { id: 'b2', name: 'BRF Storgatan', address: 'Storgatan 14, Umeå' };
const both = [membership, { ...membership, id: 'm-karl-14', building: other }];

function Page() {
  const chosen = useSelectedBuilding(both);
  return (
    <>
      {chosen && <BuildingSwitch memberships={both} selected={chosen} />}
      <AlarmPanel memberships={both} />
      <SendSheet />
    </>
  );
}

function open(): void {
  render(<Page />);
  act(() => recordSync(makeSync({ reset: true })));
  act(() => recordSync(makeSync({ reset: true, buildingId: 'b2' })));
}

const choose = (id: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Hus' }), { target: { value: id } });

beforeEach(() => {
  beginPanel();
  selectBuilding('b');
});

it('lists the buildings by address, and sends an alarm to the selected one', async () => {
  open();
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
    'Storgatan 12',
    'Storgatan 14',
  ]);
  choose('b2');
  click('Brand');
  expect(screen.getByRole('dialog').textContent).toContain('Larmet går till Storgatan 14.');
  await pass(450);
  click('Skicka brandlarm');
  await pass(0);
  expect(raised()[0]?.path).toBe('/api/buildings/b2/alarms');
  expect(localStorage.getItem('resq.house')).toBe('b2');
});

it('shows an alarm of the other building, and names the building of a new alarm', () => {
  open();
  choose('b2');
  act(() => recordEvent(makeEvent(1, { sender: karl })));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brandlarm');
  click('Skicka ett nytt larm');
  expect(screen.getByRole('heading', { name: 'Nytt larm i Storgatan 14' })).toBeTruthy();
});
