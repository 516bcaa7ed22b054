import type { Checkout } from '@bitquay/contract/checkout'
import { toSats } from '@bitquay/contract/money'
import { formatCount } from '../../lib/format-number.ts'
import { Block } from '../../ui/badge.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { ShopTile } from '../../ui/shop-frame.tsx'
import { CheckIcon, TimerOffIcon } from '../../ui/shop-icons.tsx'
import * as t from './messages.ts'
import type { Way, WayToPay } from './payment-links.ts'
import { hasChain, isLightningOnly, type Phase, type Scene as SceneName, standing } from './phase.ts'

type SceneProps = {
  checkout: Checkout
  phase: Phase
  scene: SceneName
  /** The line below the code. */
  sentence: string
  /** What the code is for. */
  way: WayToPay | undefined
}

/** A crane on the quay. Every part is always there, so that a state changes by moving and not by drawing anew. */
export const Scene = ({ checkout, phase, scene, sentence, way }: SceneProps) => (
  <section className="pay-scene full" aria-label={t.drawing}>
    <div className="clip" aria-hidden="true">
      <div className="disc" />
    </div>
    <Gantry />
    <div className="lampcone" />
    <Bunting />
    <i className="rope rope--left" />
    <i className="rope rope--right" />
    <i className="trolley" />
    <i className="spreader" />
    <div className="well">
      <Chain height={scene === 'landed' ? checkout.confirmedInBlock : null} />
      <div className="gone stack gap-1.5 muted in-center">
        <TimerOffIcon />
        <b>{t.codeExpired}</b>
        <span>{t.oldCode}</span>
      </div>
      <div className="qrcard">
        <div className="paper">
          {scene === 'code' && phase !== 'closing' && way ? (
            <QrCode text={way.code} label={nameCode(way.way)} correction="L" />
          ) : (
            phase === 'closing' && <p>{t.codeClosed}</p>
          )}
        </div>
        <p className="cap">
          {phase === 'part' && (
            <svg className="got" aria-hidden="true">
              <rect width={shareReceived(checkout)} height="100%" />
            </svg>
          )}
          <Block shape="dashed" />
          {scene === 'code' && sentence}
        </p>
      </div>
    </div>
    <div className="crate shop-box in-signal">
      <ShopTile name={checkout.storeName} />
      <p className="words">
        <b>{scene === 'hanging' ? t.yourPayment : phase === 'paid-late' ? t.paidLateBadge : t.paid}</b>
        <span>{scene === 'hanging' ? t.seenOnNetwork : describeLanding(checkout)}</span>
      </p>
      <span className="tick">
        <CheckIcon />
      </span>
    </div>
  </section>
)

const nameCode = (way: Way) => (way === 'any' ? t.anyCode : way === 'lightning' ? t.lightningCode : t.bitcoinCode)

const shareReceived = ({ paidBtc, amountBtc }: Checkout) => {
  const total = toSats(amountBtc ?? '0')
  return total === 0n ? '0%' : `${Number((toSats(paidBtc) * 1000n) / total) / 10}%`
}

const describeLanding = (checkout: Checkout) => {
  if (checkout.confirmedInBlock !== null) return t.confirmedInBlock({ height: formatCount(checkout.confirmedInBlock) })
  if (isLightningOnly(checkout)) return t.settledByLightning
  return standing(checkout).length === 0 ? t.markedBy({ store: checkout.storeName }) : t.confirmed
}

/** The two blocks below the one that confirms. Their heights are known only once it is. */
const Chain = ({ height }: { height: number | null }) => (
  <div className="chain" aria-hidden="true">
    {[2, 1].map((below) => (
      <div key={below} className="shop-box">
        {height !== null && height > below && <b>{formatCount(height - below)}</b>}
      </div>
    ))}
    <div className="berth">{t.confirmsHere}</div>
  </div>
)

export const chainOf = (checkout: Checkout, scene: SceneName) =>
  scene === 'landed' && !hasChain(checkout) ? 'no' : 'yes'

const legs = 'crane-legs'
const truss = 'crane-truss'

const Gantry = () => (
  <>
    <svg className="gantry full full-height" fill="none" aria-hidden="true">
      <pattern id={legs} width="12" height="24" patternUnits="userSpaceOnUse">
        <path className="s" d="M0 0l12 12l-12 12" />
      </pattern>
      <rect className="f i" x="10" y="38" width="12" height="100%" />
      <rect x="10" y="38" width="12" height="100%" fill={`url(#${legs})`} />
      <svg x="100%" overflow="visible">
        <rect className="f i" x="-22" y="38" width="12" height="100%" />
        <rect x="-22" y="38" width="12" height="100%" fill={`url(#${legs})`} />
      </svg>
    </svg>
    <svg className="beam" fill="none" aria-hidden="true">
      <pattern id={truss} width="18" height="18" patternUnits="userSpaceOnUse">
        <path className="s" d="M0 18l9-18l9 18" />
      </pattern>
      <rect className="f i" x="1" y="1" width="99.6%" height="18" />
      <rect x="1" y="1" width="99.6%" height="18" fill={`url(#${truss})`} />
    </svg>
  </>
)

const flags = Array.from({ length: 16 }, (_, index) => index)

/** Signal flags on a line that hangs like a parabola. */
const Bunting = () => (
  <svg className="bunting full" viewBox="0 0 456 110" fill="none" aria-hidden="true">
    <path d="M18 6Q228 130 438 6" strokeWidth="1.4" />
    <g className="flags">
      {flags.map((index) => {
        const x = 31 + index * 26.25
        const y = lineAt(x)
        return <path key={index} d={`M${x - 9} ${lineAt(x - 9)}L${x + 9} ${lineAt(x + 9)}L${x} ${y + 24}z`} />
      })}
    </g>
  </svg>
)

const lineAt = (x: number) => Math.round(10 * (6 + 62 * (1 - ((x - 228) / 210) ** 2))) / 10
