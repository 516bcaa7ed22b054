import type { Page } from '@playwright/test'
import { articleOf, articles } from '../web/src/content/help.ts'
import { authenticatorFor } from './authenticator.ts'
import { beSignedIn, confirmPassword, expect, people, signIn, test } from './fixtures.ts'
import { card, mine, pay, pull, readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'

// Articles of the help center, played as they are written: one function for each step.
test.use({ world: 'help' })
test.describe.configure({ mode: 'serial' })

/** An account of the phrase in the vectors of BIP 84. */
const ownWallet =
  'wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*)#lxek0ef2'

const played = new Set<string>()

/** Plays the steps of an article. It fails if the article has other steps than this story. */
const follow = async (page: Page, slug: string, steps: readonly (() => Promise<unknown>)[]) => {
  played.add(slug)
  const told = articleOf(slug)?.parts.flatMap((part) => part.steps ?? []) ?? []
  expect(steps, `the steps of ${slug}`).toHaveLength(told.length)
  await page.goto(`/help/${slug}`)
  await expect(page.getByRole('article').getByRole('listitem')).toHaveCount(told.length)
  await page.goto('/merchant/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [index, text] of told.entries()) await test.step(text, async () => void (await steps[index]?.()))
}

const open = (page: Page, name: string) =>
  page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: new RegExp(`^${name}\\s*\\d*$`) })
    .click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('Late and partial payments', { tag: '@core' }, async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '100', description: 'Half a boat' })
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.0002' })
  await mine(server)
  await beSignedIn(page, server, 'merchant')
  await follow(page, 'late-and-partial-payments', [
    async () => {
      await open(page, 'Invoices')
      await page
        .getByText(/^Needs attention/)
        .first()
        .click()
    },
    async () => {
      await page.goto(`/merchant/invoices/${invoiceId}`)
      await expect(page.getByText('Partially paid').first()).toBeVisible()
    },
    async () => {
      await press(page, 'Mark as paid')
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
      await expect(page.getByText('Marked as paid manually')).toBeVisible()
    },
  ])
})

test('Getting paid', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  const sheet = page.getByRole('dialog')
  await follow(page, 'getting-paid', [
    async () => {
      await open(page, 'Invoices')
      await press(page, 'Create Invoice')
    },
    () => sheet.getByLabel('Amount (USD)').fill('25'),
    async () => {
      await sheet.getByRole('button', { name: 'Create Invoice' }).click()
      await expect(page.getByRole('heading', { name: 'Invoice ready' })).toBeVisible()
      await sheet.getByRole('button', { name: 'Done' }).click()
    },
    async () => {
      await open(page, 'Payment Links')
      await press(page, 'New payment link')
    },
    async () => {
      await sheet.getByLabel('Title').fill('Season pass')
      await sheet
        .getByLabel(/^Price|^Amount/)
        .first()
        .fill('30')
    },
    async () => {
      await sheet.getByRole('button', { name: 'Create link' }).click()
      await expect(page.getByText('Season pass').first()).toBeVisible()
    },
  ])
})

test('Fees', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await follow(page, 'fees', [
    async () => {
      await open(page, 'Settings')
      await page.getByRole('link', { name: 'Payments', exact: true }).click()
    },
    () => page.getByRole('heading', { name: 'Fee Structure', exact: true }).scrollIntoViewIfNeeded(),
  ])
})

test('Lightning in one minute', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '400.00' })
  await pay(server, invoiceId, 'lightning')
  await beSignedIn(page, server, 'merchant')
  const lightning = card(page, 'Lightning balance')
  await follow(page, 'lightning', [
    async () => {
      await open(page, 'Dashboard')
      await lightning.getByRole('button', { name: 'Loop Out' }).click()
    },
    async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Request loop-out' }).click()
      await expect(lightning).toContainText('on hold, moving to your wallet')
    },
  ])
})

test('Taxes and records', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await follow(page, 'taxes-and-records', [
    () => open(page, 'Transactions'),
    () => expect(page.getByRole('button', { name: /date|day|all time/i }).first()).toBeVisible(),
    async () => {
      const download = page.waitForEvent('download')
      await press(page, 'Export')
      await page.getByRole('menuitem', { name: /CSV/ }).first().click()
      expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    },
  ])
})

test('Plugins and online shops', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const asked = '/btcpay/api-keys/authorize?permissions=btcpay.store.cancreateinvoice&applicationName=Shop'
  await follow(page, 'plugins', [
    () => Promise.resolve(),
    () => page.goto(asked),
    () => expect(page.getByRole('heading', { level: 1 })).toContainText('Shop'),
  ])
})

test('Something is wrong', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '12' })
  const { txid } = (await pull(server, 'pay', { invoiceId, method: 'onchain' })) as { txid?: string }
  await mine(server)
  await beSignedIn(page, server, 'merchant')
  await follow(page, 'something-is-wrong', [
    () => Promise.resolve(),
    async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(txid ?? invoiceId)
      await expect(page.getByRole('option').first()).toBeVisible()
    },
    () => page.goto(`/merchant/invoices/${invoiceId}`),
  ])
})

test('the articles that need two-factor authentication', async ({ page, server }) => {
  test.slow()
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '200', buyerEmail: 'help@example.test' })
  await pay(server, invoiceId, 'onchain')
  await mine(server)
  const { nextCode } = await withSecondFactor(server, 'merchant')
  await page.goto('/login')
  await signIn(page, people.merchant)
  await page.getByLabel('2FA code').fill(await nextCode())
  await press(page, 'Verify & Sign In')
  await expect(page).toHaveURL('/merchant/dashboard')
  const dialog = page.getByRole('dialog')

  await follow(page, 'refunds', [
    async () => {
      await page.goto(`/merchant/invoices/${invoiceId}`)
      await press(page, 'Refund')
    },
    () => dialog.getByRole('button', { name: 'Refund everything' }).click(),
    async () => {
      await dialog.getByLabel('2FA code').fill(await nextCode())
      await dialog.getByRole('button', { name: 'Send refund link' }).click()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(card(page, 'Refunds').getByText('Unclaimed')).toBeVisible()
    },
  ])

  await follow(page, 'getting-money-out', [
    () => open(page, 'Send Payment'),
    async () => {
      await page.getByLabel('Customer withdrawal amount (USD)').fill('10')
      await page.getByLabel("Customer's Bitcoin address").fill('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')
    },
    async () => {
      await page.getByLabel('2FA code').fill(await nextCode())
      await press(page, 'Process Withdrawal')
      await expect(page.getByText(/Withdrawal (processed|accepted)/i).first()).toBeVisible()
    },
  ])

  await follow(page, 'own-keys', [
    async () => {
      await open(page, 'Wallet')
      await page.getByRole('link', { name: 'Use your own wallet' }).click()
    },
    () => press(page, 'Continue'),
    async () => {
      await page.getByLabel('Public key, descriptor or wallet file').fill(ownWallet)
      await press(page, 'Read key')
    },
    async () => {
      await page.getByLabel(/All three match/).check()
      await press(page, 'Connect wallet')
      await dialog.getByLabel('2FA code').fill(await nextCode())
      await dialog.getByRole('button', { name: 'Connect wallet' }).click()
      await expect(page.getByRole('button', { name: 'Cancel change' })).toBeVisible()
    },
  ])

  await follow(page, 'team', [
    async () => {
      await open(page, 'Settings')
      await page.getByRole('link', { name: 'Team', exact: true }).click()
    },
    async () => {
      await press(page, 'Invite')
      await dialog.getByLabel('Name').fill('Nora')
      await dialog.getByLabel('Email').fill('nora-help@example.test')
    },
    async () => {
      const code = dialog.getByLabel(/2FA code/)
      if (await code.isVisible()) await code.fill(await nextCode())
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      if (await page.getByText('Confirm your password').isVisible()) await confirmPassword(page)
      await expect(page.getByText('nora-help@example.test').first()).toBeVisible()
    },
  ])
})

test('Your first till, and a lost phone', async ({ page, server }) => {
  test.slow()
  await readyMerchant(server, 'secondMerchant')
  const { nextCode, recoveryCodes } = await withSecondFactor(server, 'secondMerchant')
  const signInWith = async (fill: () => Promise<unknown>) => {
    await page.goto('/login')
    await signIn(page, people.secondMerchant)
    await fill()
    await press(page, 'Verify & Sign In')
    await expect(page).toHaveURL('/merchant/dashboard')
  }
  const useRecoveryCode = async () => {
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(recoveryCodes.shift() ?? '')
  }
  await signInWith(async () => page.getByLabel('2FA code').fill(await nextCode()))

  await follow(page, 'first-till', [
    async () => {
      await open(page, 'Point of Sale')
      await press(page, 'Create till')
    },
    async () => {
      await page.getByLabel('New item, name').fill('Lemonade')
      await page.getByLabel('Price', { exact: true }).fill('3.50')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('row', { name: /Lemonade/ })).toContainText('$3.50')
    },
    async () => {
      await press(page, 'Open till on this device')
      await expect(page).toHaveURL(/\/pos\//)
    },
  ])

  await page.goto('/merchant/dashboard')
  const dialog = page.getByRole('dialog')
  await follow(page, 'lost-phone', [
    async () => {
      await press(page, 'Sign Out')
      await signInWith(useRecoveryCode)
    },
    async () => {
      await open(page, 'Security')
      await press(page, 'Sign out everywhere')
      await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
      await expect(page).toHaveURL('/')
    },
    async () => {
      await signInWith(useRecoveryCode)
      await open(page, 'Security')
      await press(page, 'Disable 2FA')
      await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
      await dialog.getByLabel('Recovery code').fill(recoveryCodes.shift() ?? '')
      await dialog.getByRole('button', { name: 'Disable 2FA' }).click()
      await expect(dialog).toBeHidden()
      await press(page, 'Enable 2FA')
      const codes = authenticatorFor((await dialog.locator('.key .mono').textContent()) ?? '')
      await dialog.getByLabel('2FA code').fill(await codes())
      await dialog.getByRole('button', { name: 'Verify & Enable' }).click()
      await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    },
  ])
})

test('every article with steps is played', () => {
  const withSteps = articles.filter(({ parts }) => parts.some(({ steps }) => steps)).map(({ slug }) => slug)
  expect([...played].sort()).toEqual(withSteps.sort())
})
