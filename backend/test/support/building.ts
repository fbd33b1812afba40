import { openTab, signIn, Tab, type Person } from './client.js';
import { startApp, type TestApp } from './start-app.js';

export interface House {
  app: TestApp;
  /** The manager. */
  anna: Person;
  karl: Person;
  lisa: Person;
  /** A person's tab, connected and up to date; closed after the test. */
  open(person: Person): Promise<Tab>;
  /** A tab that tries to connect like this. */
  connect(auth: ConstructorParameters<typeof Tab>[1], origin?: string | null): Tab;
}

/** For a test file: before each test a fresh application with the demo house's people signed in. */
export function useHouse(): House {
  const tabs: Tab[] = [];
  const keep = (tab: Tab): Tab => {
    tabs.push(tab);
    return tab;
  };
  const house = {
    open: async (person) => keep(await openTab(house.app, person)),
    connect: (auth, origin) => keep(new Tab(house.app, auth, origin)),
  } as House;
  beforeEach(async () => {
    house.app = await startApp();
    const names = ['anna', 'karl', 'lisa'] as const;
    await Promise.all(names.map(async (name) => (house[name] = await signIn(house.app, name))));
  });
  afterEach(async () => {
    tabs.splice(0).forEach((tab) => tab.close());
    await house.app.close();
  });
  return house;
}
