import { addresses, brand, type PageMeta, promises } from './content.ts'

/**
 * The articles of the help center. In their texts `**Refund**` is a word on the screen, `((Paid))` a badge as the screen
 * shows it, `[text](/path)` a link, and `{depositFee}` a figure of the fee schedule.
 *
 * An article describes only what is built. The steps of most are played in a browser (e2e/help.spec.ts).
 */
export type Article = {
  /** Its place: /help/refunds. */
  slug: string
  /** A noun that a merchant would say. */
  title: string
  /** One sentence for its card. */
  summary: string
  /** The day, as readers see it. */
  updated: string
  inShort: string
  parts: readonly ArticlePart[]
  related: readonly string[]
}

export type ArticlePart = { heading: string; text?: readonly string[]; steps?: readonly string[]; after?: string }

export const articles: readonly Article[] = [
  {
    slug: 'getting-paid',
    title: 'Getting paid',
    summary: 'Four ways to take a payment, and which to use when.',
    updated: 'Nov 18, 2026',
    inShort: 'bill one customer with an invoice, sell the same thing often with a link, and use a till at the counter.',
    parts: [
      {
        heading: 'An invoice, for one customer',
        text: ['The price is fixed in dollars. Your customer pays it in bitcoin.'],
        steps: [
          'Open **Invoices** and press **Create Invoice**.',
          'Enter the amount. Add your customer’s email if we should send the invoice for you.',
          'Press **Create Invoice** again. Show the code, or share the link.',
        ],
      },
      {
        heading: 'A payment link, for something you sell often',
        text: ['A page with your price that anyone can pay, as often as you like.'],
        steps: [
          'Open **Payment Links** and press **New payment link**.',
          'Enter a title and a price, or let customers choose the amount.',
          'Press **Create link** and share it.',
        ],
        after:
          'To sell several at once, set **Most in one payment**. **Share** on a link adds a picture and prints a poster with its code.',
      },
      {
        heading: 'A till, at the counter',
        text: ['A till runs in the browser of any phone or tablet. See [Your first till](/help/first-till).'],
      },
      {
        heading: 'An address to print',
        text: [
          'A Lightning Address never changes, so you can print it on a sticker. A deposit address does the same for on-chain payments. Both are in **Settings**, under **Payments**.',
        ],
      },
      {
        heading: 'When the money is yours',
        text: [
          'Lightning payments arrive in seconds. On-chain payments are ((Paid)) after their first confirmation, in about 10 minutes.',
        ],
      },
      { heading: 'What it costs', text: ['{depositFee} of each payment. Of $100 you keep {keptOfHundred}.'] },
    ],
    related: ['first-till', 'fees', 'late-and-partial-payments'],
  },
  {
    slug: 'first-till',
    title: 'Your first till',
    summary: 'Open a till on a phone in five minutes.',
    updated: 'Nov 18, 2026',
    inShort: 'create a till, open it on the device at your counter, and enter an amount or tap what you sell.',
    parts: [
      {
        heading: 'Set it up',
        steps: [
          'Open **Point of Sale** and press **Create till**. Later ones start with **New till**.',
          'Type what you sell into the list of items, or keep the keypad and type each amount.',
          'Press **Open till on this device**. For another phone or tablet, use **Add device**.',
        ],
      },
      {
        heading: 'Take a payment',
        text: [
          'Enter the amount or tap the items, then show the code to your customer. The till says when it is paid.',
        ],
      },
      {
        heading: 'Cashiers',
        text: ['Each cashier has a PIN for the till. It can’t sign in to your account.'],
      },
      { heading: 'What it costs', text: ['The usual {depositFee}. The till itself is free.'] },
    ],
    related: ['getting-paid', 'refunds', 'taxes-and-records'],
  },
  {
    slug: 'refunds',
    title: 'Refunds',
    summary: 'Send money back in full or in part.',
    updated: 'Nov 18, 2026',
    inShort: 'you send a link, and your customer enters the address that the money goes to.',
    parts: [
      {
        heading: 'Send a refund',
        text: ['You need two-factor authentication. A payment has to be confirmed before you can refund it.'],
        steps: [
          'Open the invoice under **Invoices** and press **Refund**.',
          'Enter the amount, or press **Refund everything**.',
          'Enter the code from your authenticator app and press **Send refund link**.',
        ],
        after: 'If the invoice has an email address, we send the link for you. Otherwise share it yourself.',
      },
      {
        heading: 'What your customer does',
        text: [
          'They open the link and enter a Bitcoin address. Your wallet pays it automatically. Until then the refund is ((Unclaimed)), and you can cancel it.',
        ],
      },
      {
        heading: 'Several refunds',
        text: ['You can refund an invoice in parts. Together they are never more than what you received.'],
      },
      {
        heading: 'What it costs',
        text: ['The network fee, from your wallet. Our fee for the payment isn’t returned.'],
      },
    ],
    related: ['late-and-partial-payments', 'fees', 'something-is-wrong'],
  },
  {
    slug: 'late-and-partial-payments',
    title: 'Late and partial payments',
    summary: 'What to do when the amount or the time is off.',
    updated: 'Nov 18, 2026',
    inShort: 'the money that arrived is in your wallet. You decide: deliver, ask for the rest, or refund.',
    parts: [
      {
        heading: 'When a payment is too small',
        text: [
          'The invoice says ((Partially paid)). Until the time runs out, your customer sees what is still due and can pay the rest.',
        ],
        steps: [
          'Open **Invoices** and choose **Needs attention**.',
          'Open the invoice and compare what you received with the total.',
          'Press **Mark as paid** to accept it, or **Refund** to return it.',
        ],
      },
      {
        heading: 'When it comes too late',
        text: [
          'The invoice says ((Paid late)). The bitcoin price may have moved since the deadline, so check the dollar value before you ship.',
        ],
      },
      {
        heading: 'When it is too much',
        text: ['The invoice says ((Overpaid)). You can refund the difference. Your customer chooses the address.'],
      },
      {
        heading: 'When nobody paid',
        text: [
          'The invoice says ((Expired)), and nothing arrived. Create a new one for a current price. If your customer still pays the old code, the money arrives and the invoice says ((Paid late)).',
        ],
      },
      {
        heading: 'What it costs',
        text: ['The fee is charged on what arrived: {depositFee}. The rest costs nothing until it is paid.'],
      },
    ],
    related: ['refunds', 'fees', 'something-is-wrong'],
  },
  {
    slug: 'fees',
    title: 'Fees',
    summary: 'What a payment costs and when we collect it.',
    updated: 'Nov 18, 2026',
    inShort: '{depositFee} of each payment from a customer. No setup fee and no monthly fee.',
    parts: [
      {
        heading: 'Payments from customers',
        text: [
          'Of each payment, {platformFee} is the platform fee and {partnerFee} goes to partners. Of $100 you keep {keptOfHundred}.',
          'This covers invoices, payment links, tills, Lightning Addresses and deposit addresses. Money that you send to your own **Receive** address is free.',
        ],
      },
      {
        heading: 'When we collect it',
        text: [
          'On-chain, the whole payment arrives in your wallet and you owe the fee. We collect it from time to time, and before a withdrawal that would leave too little. Your wallet shows what you owe. Over Lightning, the fee is deducted at once.',
        ],
      },
      {
        heading: 'Withdrawals',
        text: ['{withdrawalFee} to us, plus the network fee. You see both before you confirm.'],
      },
      {
        heading: 'See your own fees',
        steps: ['Open **Settings** and choose **Payments**.', 'Scroll to **Fee Structure**.'],
      },
      {
        heading: 'If fees change',
        text: [`You hear about it by email ${promises.noticeOfFeeChange} ahead. A payment keeps the fee of its day.`],
      },
    ],
    related: ['getting-paid', 'getting-money-out', 'refunds'],
  },
  {
    slug: 'getting-money-out',
    title: 'Getting money out',
    summary: 'Send to your own wallet or an exchange.',
    updated: 'Nov 18, 2026',
    inShort: 'on-chain money leaves whenever you want. Lightning money moves to your wallet first.',
    parts: [
      {
        heading: 'Send bitcoin',
        text: ['You need two-factor authentication.'],
        steps: [
          'Open **Send Payment**.',
          'Enter the amount in dollars and the Bitcoin address. Compare the address with where you copied it from.',
          'Enter the code from your authenticator app and press **Process Withdrawal**.',
        ],
        after: 'It is ((Pending)) until the first confirmation, usually within 10 minutes.',
      },
      {
        heading: 'Turn on two-factor',
        text: [
          'Open **Security** and press **Enable 2FA**. Scan the code with an authenticator app and enter its 6 digits. It takes two minutes and is needed once.',
        ],
      },
      {
        heading: 'When withdrawals are paused',
        text: [
          'For 24 hours after a change of your password or two-factor, nobody can withdraw. This gives you time if it wasn’t you. Payments still arrive. If withdrawals are paused for everyone, [Live system status](/status) says so.',
        ],
      },
      {
        heading: 'Move Lightning money',
        text: [
          `Lightning payments are on our node until you move them. With at least $300 there, press **Loop Out** on the dashboard. An administrator of ${brand.name} approves it, and the money arrives in your wallet.`,
        ],
      },
      {
        heading: 'Without us',
        text: [
          'Your wallet has a recovery phrase. With it you can spend your on-chain money in any wallet app, even if we are gone. Back it up under **Wallet**: it is shown once.',
        ],
      },
      { heading: 'What it costs', text: ['{withdrawalFee} to us, plus the network fee.'] },
    ],
    related: ['lightning', 'lost-phone', 'fees'],
  },
  {
    slug: 'own-keys',
    title: 'Keys of your own',
    summary: 'Have customers pay into a wallet that only you can spend from.',
    updated: 'Nov 19, 2026',
    inShort:
      'connect the public key of a hardware wallet or an app. We see addresses and balance, and only you can send.',
    parts: [
      {
        heading: 'Connect it',
        text: [
          'Only the owner can do this. Use a new account of your wallet, to which nothing was ever paid. A key can have only one store here.',
        ],
        steps: [
          'Open **Wallet** and press **Use your own wallet**.',
          'Choose how you keep your keys and press **Continue**.',
          'Press **Scan** and hold the code of your device in front of the camera, choose the file that your wallet exported, or paste the public key. Press **Read key**.',
          'Compare the three addresses with your wallet, say that they match, and press **Connect wallet**. Enter your 2FA code.',
        ],
        after:
          'The wallet is used after 24 hours. Every owner and admin gets an email and can press **Cancel change** until then. Your old invoices can still be paid, and the bitcoin in the old wallet stays there until you press **Send to new wallet**.',
      },
      {
        heading: 'Never your recovery phrase',
        text: [
          'We never ask for a recovery phrase or a private key. If you paste or scan one by mistake, the page stops you and sends nothing.',
        ],
      },
      {
        heading: 'With Sparrow',
        text: [
          'Create a new account of your wallet, or a new wallet. In its Settings, choose Export, then “Output descriptor”, and save the file or copy the line that ends with # and 8 characters. It has everything we need, also for several keys.',
          'To compare, open Receive or Addresses in Sparrow.',
        ],
      },
      {
        heading: 'With a Coldcard',
        text: [
          'On the device, open Advanced/Tools, Export Wallet, then Generic JSON, and choose a new account number. Copy the file from the card and choose it on our page, then the address type. For several keys, use the multisig file that the device or Sparrow exports.',
          'To compare, open Address Explorer on the device and choose the same account and address type.',
        ],
      },
      {
        heading: 'With a phone wallet',
        text: [
          'BlueWallet and others show the extended public key of a wallet under its details. It starts with xpub, ypub or zpub. Create a new wallet for your shop and paste its key. If the page asks for the master fingerprint and the path, the wallet shows them in the same place.',
        ],
      },
      {
        heading: 'What is different then',
        text: [
          'You sign each withdrawal and each refund yourself. Customers read that a refund can take two days. Lightning stays as it is.',
          'We can’t collect fees from such a wallet. Once a month you get a fee invoice, and you pay it from **Wallet**.',
        ],
      },
      {
        heading: 'Sign a withdrawal',
        text: [
          'We prepare the payment as a PSBT, a file that wallets sign, and reserve its coins for 48 hours. Nothing leaves your wallet until you have signed.',
          'Send it as usual, from **Send Payment** with your 2FA code. Then take the PSBT to your wallet: show the code to your device, save the file or copy the text. On your device, compare amount and address with our page, and sign.',
          'To bring it back, press **Scan** and hold the codes of your device in front of the camera, choose the file or paste the text. We check that nothing was changed, and send it.',
          'With several keys, each one signs in any order. If you cancel or let the 48 hours pass, the coins are free again. But keep in mind: whoever has a signed PSBT can still send it, and then it counts as paid. **Cancel for sure** on its page prepares a payment that returns one of its coins to you. Once you have signed it and it has 6 confirmations, nobody can send the old one.',
        ],
      },
      {
        heading: 'When scanning doesn’t work',
        text: [
          'Allow the camera for this site in the settings of your browser. Hold the device still, with its whole screen in the frame, and turn its brightness up. Codes that move are read in any order: the places under the picture fill with each part. If one doesn’t come, choose larger or slower codes on the device.',
          'The picture stays in your browser. You can always use a file or text.',
        ],
      },
      {
        heading: 'When your app misses payments',
        text: [
          'Each invoice gets an address of its own. Most apps stop looking after 20 addresses that nobody paid. Your wallet page counts them and warns you in time. Set the gap limit in your app to 100. The coins are yours all the same, and **Look at the next 100** finds them.',
        ],
      },
      {
        heading: 'Change it, or go back',
        text: [
          'Open **Use your own wallet** again and press **Change wallet** or **Stop using my own wallet**. Both wait 24 hours. The same key opens its former store again later.',
        ],
      },
    ],
    related: ['getting-money-out', 'lightning', 'fees'],
  },
  {
    slug: 'lost-phone',
    title: 'Lost phone',
    summary: 'Sign in again and keep your money safe.',
    updated: 'Nov 18, 2026',
    inShort: 'sign in with a recovery code, end the sessions of the lost phone, and set up two-factor again.',
    parts: [
      {
        heading: 'With a recovery code',
        steps: [
          'Open **Sign In**, enter your email and password, and press **Use a recovery code**.',
          'Open **Security** and press **Sign out everywhere**. This ends the session on the lost phone too.',
          'Sign in again, press **Disable 2FA** and **Use a recovery code**, then **Enable 2FA** with your new phone.',
        ],
        after: 'A recovery code signs you in. It can’t approve withdrawals.',
      },
      {
        heading: 'Without recovery codes',
        text: [
          `Write to ${addresses.support} from the address of your account. We check who you are. Then access is restored after 7 days. All owners are emailed, and each of them can stop it.`,
        ],
      },
      {
        heading: 'Is my money safe?',
        text: [
          'Yes. Nobody can withdraw without your password and a code from your authenticator app. Change your password if the phone had no screen lock.',
        ],
      },
    ],
    related: ['getting-money-out', 'team', 'something-is-wrong'],
  },
  {
    slug: 'lightning',
    title: 'Lightning in one minute',
    summary: 'Why it is fast and who holds it.',
    updated: 'Nov 18, 2026',
    inShort:
      'Lightning payments arrive in seconds and cost customers almost nothing. Until you move them, we hold them.',
    parts: [
      {
        heading: 'What it is',
        text: [
          'Lightning is a network on top of Bitcoin for small and quick payments. Your customer scans the same code. Their wallet decides how to pay.',
        ],
      },
      {
        heading: 'Who holds the money',
        text: [
          `On-chain payments arrive in your own wallet. Lightning payments arrive on a node that ${brand.name} runs, and are credited to you. If your store has its own node, they arrive there and we never hold them.`,
        ],
      },
      {
        heading: 'Move it to your wallet',
        steps: [
          'Open the **Dashboard**. The Lightning balance has a button **Loop Out** once it is $300 or more.',
          'Check the amount and press **Request loop-out**.',
        ],
        after: 'The amount is on hold until it is approved. It is still yours, and you can cancel the request.',
      },
      {
        heading: 'When to use which',
        text: ['Lightning at the counter, on-chain for large amounts. Both are on for every invoice.'],
      },
    ],
    related: ['getting-money-out', 'fees', 'getting-paid'],
  },
  {
    slug: 'taxes-and-records',
    title: 'Taxes and records',
    summary: 'Exports for your bookkeeper.',
    updated: 'Nov 18, 2026',
    inShort: 'every payment has its dollar value at the moment it arrived. Export it as CSV or PDF.',
    parts: [
      {
        heading: 'Export your payments',
        steps: [
          'Open **Transactions**.',
          'Choose the dates, and filter by type if you need only payments or only withdrawals.',
          'Press **Export** and choose CSV for a spreadsheet or PDF for your files.',
        ],
        after: 'The export has the rows that you filtered. Invoices have the same button.',
      },
      {
        heading: 'Dollar values',
        text: [
          'Each row has the amount in bitcoin and its value in dollars when it was received. Later prices don’t change it.',
        ],
      },
      {
        heading: 'Receipts',
        text: [
          'If the invoice has an email address, we email the receipt once the payment confirms. It is also on the page where your customer paid.',
        ],
      },
      {
        heading: 'Sales of your tills',
        text: ['**Reports** sums them up by item, till, cashier, hour, month and tax rate, and exports each as CSV.'],
      },
      { heading: 'Days', text: ['Days follow the time zone in **Settings**, under **Business**.'] },
    ],
    related: ['fees', 'refunds', 'team'],
  },
  {
    slug: 'team',
    title: 'Your team',
    summary: 'Who can see, refund and withdraw.',
    updated: 'Nov 18, 2026',
    inShort: 'give each person their own account. Users create invoices; admins can also refund and withdraw.',
    parts: [
      {
        heading: 'Invite someone',
        text: ['Owners and admins can invite people. You need two-factor authentication.'],
        steps: [
          'Open **Settings** and choose **Team**.',
          'Press **Invite**, enter name and email, and choose a role.',
          'Press **Send invitation**. The link works for 7 days.',
        ],
      },
      {
        heading: 'Roles',
        text: [
          '**User**: sees payments and creates invoices. **Admin**: also refunds, withdraws, and changes settings and the team. **Owner**: all of it, and can’t be removed.',
          'A new admin can withdraw 24 hours later. The owner is emailed.',
        ],
      },
      {
        heading: 'When someone leaves',
        text: [
          'Press **Remove** beside their name. They are signed out at once. API keys they created keep working, but move no money until the owner confirms them.',
        ],
      },
      {
        heading: 'Cashiers',
        text: ['People at the till need no account: they have a PIN. See [Your first till](/help/first-till).'],
      },
    ],
    related: ['lost-phone', 'first-till', 'taxes-and-records'],
  },
  {
    slug: 'plugins',
    title: 'Plugins and online shops',
    summary: 'Connect WooCommerce, other BTCPay plugins or your own site.',
    updated: 'Nov 18, 2026',
    inShort: `plugins made for BTCPay Server work with ${brand.name}. You approve them once.`,
    parts: [
      {
        heading: 'Connect a shop plugin',
        text: [
          'The address that the plugin asks for is in [Shop plugins](/docs/plugins), with the steps for each shop.',
        ],
        steps: [
          'Install the BTCPay plugin of your shop system.',
          'Enter the server address, and press its button to connect.',
          'You come to a page of ours. Check what the plugin may do, and approve it.',
        ],
      },
      {
        heading: 'Your own site',
        text: ['Without code, use a payment link or its button. With code, start with the [first payment](/docs).'],
      },
      {
        heading: 'API keys',
        text: [
          'Keys are in **Settings**, under **Developer**. A key can do only what you choose, and you can revoke it any time.',
        ],
      },
      {
        heading: 'When a webhook fails',
        text: [
          'A webhook tells your shop about a payment. If your server doesn’t respond, we try again for three days. Open **Settings**, choose **Developer** and open the endpoint: each delivery shows what your server responded. Once that is repaired, press **Resend**. Nothing is lost.',
        ],
      },
    ],
    related: ['getting-paid', 'team', 'something-is-wrong'],
  },
  {
    slug: 'something-is-wrong',
    title: 'Something is wrong',
    summary: 'Payments that don’t show up, and other trouble.',
    updated: 'Nov 18, 2026',
    inShort: 'money that was sent is never lost in our system. Find it with its ID, or ask us.',
    parts: [
      {
        heading: 'A payment doesn’t show up',
        text: [
          'On-chain payments show within a minute and confirm in about 10 minutes. At busy times it takes longer.',
        ],
        steps: [
          'Ask your customer for the transaction ID.',
          'Press ⌘K (Ctrl+K on Windows), and paste it.',
          'If nothing is found, compare the address with the one on your invoice.',
        ],
      },
      {
        heading: 'A withdrawal is pending for long',
        text: [
          'It has no confirmation yet. A withdrawal is never paid twice, even if you press the button again. If it still says ((Pending)) after a day, write to us.',
        ],
      },
      {
        heading: 'I can’t create invoices',
        text: ['A bar at the top of your dashboard says why. [Live system status](/status) shows if it is us.'],
      },
      {
        heading: 'Someone asks for my codes',
        text: [
          `It isn’t us. ${brand.name} never asks for your password, a 2FA code or the recovery phrase. Open **Security**, end sessions you don’t know, and change your password.`,
        ],
      },
      {
        heading: 'Ask us',
        text: [
          `Write to {supportMail}. Include the invoice ID, never a password or recovery phrase. We reply within ${promises.replyWithin}.`,
        ],
      },
    ],
    related: ['late-and-partial-payments', 'lost-phone', 'getting-paid'],
  },
]

/** The badges that the texts name, as the lists of the portal draw them. */
export const badges: Record<string, 'solid' | 'half' | 'dashed' | 'open'> = {
  Paid: 'solid',
  Pending: 'dashed',
  Unclaimed: 'dashed',
  Overpaid: 'dashed',
  Expired: 'open',
  'Paid late': 'dashed',
  'Partially paid': 'half',
}

export const articleOf = (slug: string) => articles.find((article) => article.slug === slug)

/** What a reader needs, at 200 words a minute. */
export const minutesToRead = ({ inShort, parts }: Article) => {
  const text = [
    inShort,
    ...parts.flatMap((part) => [part.heading, ...(part.text ?? []), ...(part.steps ?? []), part.after ?? '']),
  ]
  return Math.max(1, Math.round(text.join(' ').split(/\s+/).length / 200))
}

export const helpMeta: PageMeta = {
  title: `Help · ${brand.name}`,
  description: 'Short answers for merchants: getting paid, tills, refunds, fees, getting money out and lost phones.',
}
