import { entranceName, entranceText, storeyText } from './homes.js';

describe('the words for an entrance', () => {
  it.each([
    ['B', 'B'],
    ['Uppgång B', 'B'],
    ['uppg. b', 'b'],
    ['Uppgång port 3', '3'],
    ['Trappa: 2', '2'],
    ['Portvakten', 'Portvakten'],
    ['Gårdshuset', 'Gårdshuset'],
    ['Port', ''],
    [undefined, ''],
  ])('takes the word for it from %j, which leaves %j', (entrance, name) => {
    expect(entranceName(entrance)).toBe(name);
  });

  it('says the word once, and nothing without a name', () => {
    expect(entranceText('Uppgång B')).toBe('uppgång\u00a0\u2068B\u2069');
    expect(entranceText('uppg.')).toBe('');
    expect(entranceText()).toBe('');
  });
});

it.each([
  ['1301', 'plan\u00a03, 3\u00a0trappor upp'],
  ['1104', 'plan\u00a01, 1\u00a0trappa upp'],
  ['1001', 'entréplan'],
  ['0901', 'källarplan'],
  ['12A', ''],
])('tells the rescue service the floor of %s by stairs', (apartment, text) => {
  expect(storeyText(apartment)).toBe(text);
});
