import { openTab, signIn, Tab, type Person } from './client.js';
import { freshApp } from './fresh-app.js';
import type { TestApp } from './start-app.js';

export interface TestBuilding {
  app: TestApp;
  /** The building's manager. */
  anna: Person;
  karl: Person;
  lisa: Person;
  /** Opens a person's tab, connected and up to date; it is closed after the test. */
  open(person: Person): Promise<Tab>;
  /** Opens a tab with this handshake, without waiting for its connection. */
  connect(auth: ConstructorParameters<typeof Tab>[1], origin?: string | null): Tab;
}

/** Starts a fresh application before each test, with the members of the demo building signed in. */
export function useBuilding(): TestBuilding {
  const tabs: Tab[] = [];
  const track = (tab: Tab): Tab => {
    tabs.push(tab);
    return tab;
  };
  const building = {
    open: async (person) => track(await openTab(building.app, person)),
    connect: (auth, origin) => track(new Tab(building.app, auth, origin)),
  } as TestBuilding;
  beforeEach(async () => {
    building.app = await freshApp();
    const names = ['anna', 'karl', 'lisa'] as const;
    await Promise.all(
      names.map(async (name) => (building[name] = await signIn(building.app, name))),
    );
  });
  afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
  return building;
}
