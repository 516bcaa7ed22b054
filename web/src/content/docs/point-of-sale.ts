/** How a shop sets up its till and works with it. */
export const setUpSteps: readonly string[] = [
  'In Point of Sale, create a till. Its address and currency stay as they are. Add what you sell, with prices, categories, pictures and how many you have.',
  'Add a device. You get a link that works once, on one device, within an hour. Scan its code with the phone or tablet.',
  'Install the page from the browser’s menu, so that the till opens in full screen.',
  'Add cashiers, each with a PIN of 6 to 12 digits. Without one, the till sells, but has no shifts and no refunds.',
]

export const sellingRules: readonly string[] = [
  'Type an amount or choose items, add a tip, a discount or a note, and charge. The customer scans one code for Lightning and on-chain.',
  'The screen changes color and sounds when the sale is paid. An on-chain payment says “Waiting for confirmation” until your rules accept it.',
  'The receipt is a code to scan, an email or a print.',
  'Customer display opens a second window with the total, the code and the result, for a screen that faces the customer.',
]

export const networkRules: readonly string[] = [
  'A sale has its own number from the first tap. However often the device tries again, it’s charged once.',
  'Open sales are still there after a reload. Sales that you couldn’t charge can be saved and charged later.',
  'A payment counts even if the device is off. It shows under Today, and in the dashboard.',
]

export const refundRules: readonly string[] = [
  'A cashier requests a refund with their PIN. Managers get a notification and approve it with a 2FA code.',
  'For each device you can allow an amount a day without a manager. It covers only that device’s sales of that day, and no sale is refunded for more than it was.',
  'Five wrong PINs lock refunds on the device until a manager unlocks them. Sales go on.',
  'The customer scans a code and enters their own address. The till never sees it.',
]

export const deviceRules: readonly string[] = [
  'A device reaches its own till and nothing else: no balance, no customers, no settings.',
  'If it’s lost, revoke it in Point of Sale. It’s locked out at once, and you’ll still receive payments for open sales.',
]
