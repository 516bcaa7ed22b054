import type { RemindersPage } from '@bitquay/contract/checkout.pages'
import { ContactShop, ShopPage } from '../../../frame/shop-page/shop-page.tsx'
import { servedMode } from '../../../lib/mode.ts'

/** Where a customer stops the reminders of an invoice. Only the server draws it, in the words of the email. */
export const StopReminders = ({ reminders }: { reminders: RemindersPage }) => (
  <ShopPage
    shop={reminders}
    about={reminders.about}
    isSandbox={servedMode() === 'sandbox'}
    aside={<ContactShop shop={reminders} />}
  >
    <main className="shop-page">
      <section className="story">
        <h1 className="hull">{reminders.title}</h1>
        <p className="lead">{reminders.sentence}</p>
      </section>
      {reminders.button !== null && (
        <form className="form-card" method="post">
          <button type="submit" className="btn btn--signal btn--lg btn--block">
            {reminders.button}
          </button>
        </form>
      )}
    </main>
  </ShopPage>
)
