import { useState } from 'react'
import { Beside } from '../../ui/beside.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { useScanStep } from '../codes/index.ts'
import { CheckStep } from './check-step.tsx'
import { KeyStep, type OwnWallet, type WalletKind } from './key-step.tsx'
import * as t from './messages.ts'
import type { WalletText } from './wallet-text.ts'
import { WhatChanges } from './what-changes.tsx'

const steps = ['choose', 'key', 'check'] as const
type Step = (typeof steps)[number]

type ConnectWizardProps = { hasExplorer: boolean; onConnected: () => void }

/** Three steps to a wallet that only its owner can spend from. */
export const ConnectWizard = ({ hasExplorer, onConnected }: ConnectWizardProps) => {
  const scanned = useScanStep()
  const [step, setStep] = useState<Step>(scanned === undefined ? 'choose' : 'key')
  const [kind, setKind] = useState<WalletKind>(kinds.find(({ value }) => value === scanned)?.value ?? 'device')
  const [text, setText] = useState<WalletText>({ text: '' })
  const [wallet, setWallet] = useState<OwnWallet>()
  return (
    <>
      <div className="c12">
        <Stepper steps={[t.stepChoose, t.stepKey, t.stepCheck]} current={steps.indexOf(step) + 1} />
      </div>
      <Beside
        main={
          step === 'check' && wallet ? (
            <CheckStep
              text={text}
              wallet={wallet}
              hasExplorer={hasExplorer}
              onBack={() => setStep('key')}
              onConnected={onConnected}
            />
          ) : step === 'choose' ? (
            <ChooseStep kind={kind} onKind={setKind} onNext={() => setStep('key')} />
          ) : (
            <KeyStep
              kind={kind}
              text={text}
              onText={setText}
              onBack={() => setStep('choose')}
              onRead={(read) => {
                setWallet(read)
                setStep('check')
              }}
            />
          )
        }
        aside={<WhatChanges />}
      />
    </>
  )
}

const kinds = [
  { value: 'device', title: t.device, hint: t.deviceHint },
  { value: 'app', title: t.app, hint: t.appHint },
  { value: 'several', title: t.several, hint: t.severalHint },
] as const

type ChooseStepProps = { kind: WalletKind; onKind: (kind: WalletKind) => void; onNext: () => void }

const ChooseStep = ({ kind, onKind, onNext }: ChooseStepProps) => (
  <Card
    title={t.chooseTitle}
    aria-label={t.chooseTitle}
    footer={
      <>
        <span className="grow" />
        <Button variant="signal" onClick={onNext}>
          {t.next}
        </Button>
      </>
    }
  >
    <RadioCards label={t.chooseTitle} hidesLabel options={kinds} value={kind} onChange={onKind} />
  </Card>
)
