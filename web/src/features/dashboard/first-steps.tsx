import type { FirstStep } from '@bitquay/contract/dashboard'
import { ChevronDown } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatAgo, formatDate } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Block } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import './first-steps.css'
import './get-set-up.css'
import * as t from './messages.ts'
import type { FirstSteps } from './use-dashboard.ts'

type Step = FirstSteps['steps'][number]

const admin = portalPaths.admin

/** Doctor says what to do, setting by setting. */
const seeHow = { text: t.seeHow, to: admin.doctor }

/** What follows while a step is missing, and the place to go. */
const missing: Record<FirstStep, { name: string; why: (step: Step) => string; act: { text: string; to: string } }> = {
  'two-factor': {
    name: t.firstTwoFactor,
    why: () => t.firstTwoFactorWhy,
    act: { text: t.setUpTwoFactor, to: admin.security },
  },
  email: {
    name: t.firstEmail,
    why: ({ count, subject }) => t.firstEmailWhy({ count: count ?? 0, hasServer: subject === null ? 'no' : 'yes' }),
    act: seeHow,
  },
  'second-admin': {
    name: t.firstAdmin,
    why: () => t.firstAdminWhy,
    act: { text: t.inviteAdmin, to: admin.administrators },
  },
  wallet: {
    name: t.firstWallet,
    why: ({ subject }) => t.firstWalletWhy({ amount: subject ?? '' }),
    act: { text: t.showAddress, to: admin.system },
  },
  price: { name: t.firstPrice, why: () => t.firstPriceWhy, act: seeHow },
  btcpay: { name: t.firstBtcpay, why: () => t.firstBtcpayWhy, act: seeHow },
  explorer: { name: t.firstExplorer, why: () => t.firstExplorerWhy, act: seeHow },
  backup: { name: t.firstBackup, why: () => t.firstBackupWhy, act: seeHow },
  'public-address': {
    name: t.firstAddress,
    why: ({ subject }) => t.firstAddressWhy({ host: subject ?? '' }),
    act: seeHow,
  },
  'test-payment': {
    name: t.firstPayment,
    why: () => t.firstPaymentWhy,
    act: { text: t.chooseMerchant, to: admin.merchants },
  },
}

/** The order in which to do them: what others need comes first. */
const order: FirstStep[] = [
  ...(['two-factor', 'email', 'second-admin', 'btcpay', 'price', 'wallet', 'explorer', 'public-address'] as const),
  ...(['backup', 'test-payment'] as const),
]

/**
 * For the first days of a live platform: what is still missing, with what follows from it. The server measures every step,
 * and none can be ticked.
 */
export const FirstStepsCard = ({ steps }: { steps: readonly Step[] }) => {
  const sorted = [...steps].sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step))
  const [done, open] = [sorted.filter(({ isDone }) => isDone), sorted.filter(({ isDone }) => !isDone)]
  return (
    <Card
      title={t.getReady}
      note={t.stepsDone({ done: String(done.length), count: String(steps.length) })}
      bare
      aria-label={t.getReady}
      className="set-up"
      footer={<span className="small muted">{t.firstStepsEnd}</span>}
    >
      <div className="berths stack" aria-hidden="true">
        {[...done, ...open].map(({ step, isDone }, place) => (
          <i key={step} className={isDone ? 'done' : place === done.length ? 'now' : undefined} />
        ))}
      </div>
      <ol className="lined">
        {open.map((step, place) => {
          const { name, why, act } = missing[step.step]
          const isNext = place === 0
          return (
            <li key={step.step} className={isNext ? 'now' : undefined} aria-current={isNext ? 'step' : undefined}>
              <Block shape={isNext ? 'open' : 'dashed'} />
              <div>
                <span className="name strong">{name}</span>
                <span className="why small quiet">{why(step)}</span>
              </div>
              <ButtonLink
                size="sm"
                variant={isNext ? 'signal' : 'line'}
                to={act.to}
                aria-label={`${act.text}, ${name}`}
              >
                {act.text}
              </ButtonLink>
            </li>
          )
        })}
      </ol>
      {done.length > 0 && <DoneSteps steps={done} />}
    </Card>
  )
}

/** Folded, each with the fact that proves it. */
const DoneSteps = ({ steps }: { steps: readonly Step[] }) => {
  const now = useNow(10_000)
  return (
    <details className="first-done">
      <summary className="across between gap-3 strong">
        {t.doneCount({ count: steps.length })}
        <ChevronDown className="ico" aria-hidden="true" />
      </summary>
      <ul className="columns-2 stack phone-single">
        {steps.map((step) => (
          <li key={step.step}>
            <Block shape="solid" />
            <div>
              {doneNames[step.step]}
              <span className="small quiet block breaks">{proofOf(step, now)}</span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

const doneNames: Record<FirstStep, string> = {
  'two-factor': t.doneTwoFactor,
  'second-admin': t.doneAdmin,
  email: t.doneEmail,
  wallet: t.platformWallet,
  price: t.donePrice,
  btcpay: t.doneBtcpay,
  explorer: t.doneExplorer,
  backup: t.doneBackup,
  'public-address': t.doneAddress,
  'test-payment': t.donePayment,
}

const proofOf = ({ step, subject, count, at }: Step, now: Date): string => {
  switch (step) {
    case 'two-factor':
      return at === null ? t.on : t.onSince({ date: formatDate(at) })
    case 'second-admin':
      return t.admins({ count: count ?? 0 })
    case 'wallet':
      return t.holds({ amount: subject ?? '' })
    case 'price':
      return at === null ? (subject ?? '') : t.priceFrom({ source: subject ?? '', ago: formatAgo(at, now) })
    case 'btcpay':
      return count === null ? (subject ?? '') : t.respondsIn({ host: subject ?? '', ms: formatCount(count) })
    case 'explorer':
      return count === null ? (subject ?? '') : t.atBlock({ host: subject ?? '', height: formatCount(count) })
    case 'backup':
      return at === null ? t.backupElsewhere : t.lastBackup({ ago: formatAgo(at, now) })
    case 'test-payment':
      return at === null ? '' : t.paidOn({ date: formatDate(at) })
    case 'email':
    case 'public-address':
      return subject ?? ''
  }
}

/** What a missing step stops, because "missing" doesn't say what breaks. */
export const WhatWorksCard = ({ steps }: { steps: readonly Step[] }) => {
  const isDone = (step: FirstStep) => steps.some((one) => one.step === step && one.isDone)
  const uses = [
    {
      name: t.canTakePayments,
      needs: [
        ['btcpay', t.needsBtcpay],
        ['public-address', t.needsAddress],
      ],
    },
    { name: t.canCreateMerchants, needs: [['btcpay', t.needsBtcpay]] },
    {
      name: t.canWithdraw,
      needs: [
        ['btcpay', t.needsBtcpay],
        ['price', t.needsPrice],
      ],
    },
    { name: t.canInvite, needs: [['email', t.needsEmail]] },
    {
      name: t.canPayPartners,
      needs: [
        ['two-factor', t.needsTwoFactor],
        ['wallet', t.needsFunds],
      ],
    },
  ] as const
  return (
    <Card title={t.whatWorks} aria-label={t.whatWorks}>
      <ul className="what-works stack gap-2">
        {uses.map(({ name, needs }) => {
          const lack = needs.find(([step]) => !isDone(step))
          return (
            <li key={name}>
              <span className={lack ? 'tone-wait' : 'tone-ok'}>
                <Block shape={lack ? 'dashed' : 'solid'} />
              </span>
              <div>
                {name}
                {lack && <span className="small muted block">{lack[1]}</span>}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
