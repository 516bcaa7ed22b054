import { useSyncExternalStore } from 'react'
import * as t from '../messages.ts'
import './harbour.css'
import { Block } from './block.tsx'
import { Crane } from './crane.tsx'
import { Bollard, Quay } from './quay.tsx'
import { Ship } from './ship.tsx'
import { Water } from './water.tsx'

type HarbourProps = {
  /**
   * hero: the drawing alone, to be placed by the page.
   * login: a panel that fills its grid cell, by night in both themes; on phones a strip in the page's own theme.
   */
  variant?: 'hero' | 'login'
  /** auto follows the theme. */
  scene?: 'dawn' | 'night' | 'auto'
  /** The block that hangs from the crane. The five before it are on the quay. */
  newestHeight?: number
  className?: string
  /** What the drawing means; an empty label hides it from screen readers. */
  label?: string
}

export const Harbour = ({
  variant = 'hero',
  scene,
  newestHeight = 925_115,
  className = '',
  label = t.harbour,
}: HarbourProps) => {
  const wide = useSyncExternalStore(subscribeToWidth, isWide, drawnWide)
  const shown = scene ?? (variant === 'login' && wide ? 'night' : 'auto')
  const theme = { dawn: 'light', night: 'dark', auto: undefined }[shown]
  const picture = (
    <svg
      className={`drawing harbour ${variant === 'hero' ? className : ''}`}
      data-theme={theme}
      viewBox="0 0 1440 840"
      fill="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <Sky />
      <Water />
      <Ship />
      <Quay bollards={[-214, 220, 640]} />
      <Crane />
      <Stacks newestHeight={newestHeight} />
      <Bollard x={1030} />
      <path className="rope" d="M1022.5 715q7.5 5 15 0C1072 706 1098 668 1114 612" />
      <circle className="f i" cx="1116" cy="608" r="3.5" />
      <Notes confirmed={variant === 'hero'} />
      <Buoy />
    </svg>
  )
  return variant === 'hero' ? picture : <div className={`harbour-panel ${className}`}>{picture}</div>
}

const Sky = () => (
  <g>
    <path className="sun" d="M988 730a262 262 0 0 1 524 0z" />
    <circle className="moon" cx="1086" cy="296" r="19" />
    <path
      className="stars"
      d="M700 92h.01M1120 128h.01M1394 96h.01M930 66h.01M1300 40h.01M560 60h.01M838 134h.01M1066 470h.01M1410 268h.01M690 330h.01M1418 420h.01M610 250h.01M1560 170h.01M1640 60h.01M1720 300h.01M420 120h.01M180 70h.01M-60 180h.01M-240 90h.01M1860 130h.01"
    />
  </g>
)

/** Three confirmations on the left; on the right two, and the newest on its way down. */
const Stacks = ({ newestHeight }: { newestHeight: number }) => (
  <g>
    <Block x={802} y={650} height={newestHeight - 5} />
    <Block x={802} y={570} height={newestHeight - 4} />
    <Block x={802} y={490} height={newestHeight - 3} />
    <Block x={896} y={650} height={newestHeight - 2} />
    <Block x={896} y={570} height={newestHeight - 1} />
    {/* The crane's trolley hides the upper ends of the cables while the load travels. */}
    <svg x="880" y="223" width="120" height="360" viewBox="880 223 120 360" aria-hidden="true">
      <g className="load">
        <path className="i" d="M912 100V452M956 100V452" />
        <path className="f i" d="M900 452h68v9h-68z" />
        <path className="i" d="M902 461v8M966 461v8" />
        <Block x={896} y={469} height={newestHeight} newest />
      </g>
    </svg>
  </g>
)

const Notes = ({ confirmed }: { confirmed: boolean }) => (
  <g className="notes">
    {confirmed ? (
      <g className="note-confirmed">
        <path className="i" d="M798 530H720" />
        <circle className="k" cx="798" cy="530" r="2.6" />
        <text className="st" x="712" y="527" fontSize="13" textAnchor="end">
          {t.threeOfThree}
        </text>
        <text className="nt" x="712" y="544" fontSize="13" textAnchor="end">
          {t.paid}
        </text>
      </g>
    ) : null}
    <path className="i" d="M976 508H1052" />
    <circle className="k" cx="976" cy="508" r="2.6" />
    <text className="st" x="1060" y="505" fontSize="13">
      {t.next}
    </text>
    <text className="nt" x="1060" y="522" fontSize="13">
      {t.block}
    </text>
  </g>
)

const Buoy = () => (
  <g>
    <path className="bf" d="M1402 812l8-30h8l8 30z" />
    <path className="i" d="M1414 782v-14M1409 768h10M1394 814q20 9 40 0" />
    <circle className="lamp" cx="1414" cy="765" r="3" />
  </g>
)

const wideQuery = '(min-width: 901px)'
const isWide = () => matchMedia(wideQuery).matches
/** While pages are prerendered there is no window. */
const drawnWide = () => true
const subscribeToWidth = (changed: () => void) => {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
