import { Blank } from '../../../ui/blank.tsx'
import { usePageTitle } from '../../page-title.ts'

export const CheckoutPage = () => {
  usePageTitle('Invoice not found')
  return (
    <main id="main" className="mx-auto max-w-portal p-4 md:p-8" tabIndex={-1}>
      <Blank
        scene="berths"
        level="h1"
        title="Invoice not found"
        sentence="Check the link, or ask the business that sent it to you."
      />
    </main>
  )
}
