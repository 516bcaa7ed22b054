import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { useUser } from '../../lib/session.ts'
import { Block } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useBalance } from '../balances/index.ts'
import { useHasInvoice } from '../invoices/index.ts'
import './get-set-up.css'

type Step = { name: string; sentence: string; done: boolean; to?: string }

/** What leads to the first payment; gone once it has come in. */
export const GetSetUp = () => {
  const { twoFactorEnabled } = useUser()
  const { data: balance } = useBalance()
  const hasInvoice = useHasInvoice()
  const steps: Step[] = [
    {
      name: 'Store connected',
      sentence: 'Your wallet and your payment server.',
      done: balance?.configured ?? false,
      to: portalPaths.merchant.wallet,
    },
    {
      name: 'Set up 2FA',
      sentence: 'Every withdrawal asks for a code.',
      done: twoFactorEnabled,
      to: portalPaths.merchant.security,
    },
    {
      name: 'Create an invoice',
      sentence: 'An amount in dollars, a link to share.',
      done: hasInvoice,
      to: portalPaths.merchant.invoices,
    },
    { name: 'Get paid', sentence: 'On-chain or over Lightning.', done: false },
  ]
  const doneCount = steps.filter(({ done }) => done).length
  return (
    <Card title="First steps" note={`${doneCount} of ${steps.length} done`} bare aria-label="First steps">
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step.name} className={step.done ? 'done' : undefined}>
            <Block shape={step.done ? 'solid' : 'dashed'} />
            <div>
              <div className="strong">
                {step.to && !step.done ? (
                  <Link className="link" to={step.to}>
                    {step.name}
                  </Link>
                ) : (
                  step.name
                )}
                <span className="sr-only">{step.done ? ', done' : ', to do'}</span>
              </div>
              <div className="small muted">{step.sentence}</div>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
