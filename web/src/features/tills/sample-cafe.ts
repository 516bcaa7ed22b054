/** What a small café sells, to try a till with. */
export const sampleCafe = [
  { name: 'Espresso', price: '3.20', category: 'Coffee' },
  { name: 'Americano', price: '3.60', category: 'Coffee' },
  { name: 'Flat white', price: '4.60', category: 'Coffee' },
  { name: 'Cappuccino', price: '4.60', category: 'Coffee' },
  { name: 'Oat latte', price: '5.10', category: 'Coffee' },
  { name: 'Cold brew', price: '4.90', category: 'Coffee' },
  { name: 'Tea', price: '3.40', category: 'Drinks' },
  { name: 'Hot chocolate', price: '4.40', category: 'Drinks' },
  { name: 'Orange juice', price: '4.20', category: 'Drinks' },
  { name: 'Butter croissant', price: '3.80', category: 'Bakery' },
  { name: 'Almond croissant', price: '4.80', category: 'Bakery' },
  { name: 'Cardamom bun', price: '4.20', category: 'Bakery' },
  { name: 'Banana bread', price: '3.90', category: 'Bakery' },
  { name: 'Sourdough loaf', price: '7.00', category: 'Bakery' },
  { name: 'House beans, 250 g', price: '14.00', category: 'To go' },
]
