import { useEffect, useMemo, useState } from 'react'
import { fromBase64 } from '../../lib/read-base64.ts'
import { useReducedMotion } from '../../lib/use-reduced-motion.ts'
import { BerthBar } from '../../ui/berths.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toBbqrParts, toUrParts } from '../codes/index.ts'
import * as t from './messages.ts'

const formats = {
  ur: { devices: t.urDevices, cut: toUrParts },
  bbqr: { devices: t.bbqrDevices, cut: toBbqrParts },
}
type Format = keyof typeof formats

const usualMs = 400
const slowMs = 1_000
/** More places than this would be too narrow to see. */
const mostPlaces = 40

/** The PSBT as codes that take turns, for the camera of a device. */
export const MovingCode = ({ psbt }: { psbt: string }) => {
  const [format, setFormat] = useState<Format>('ur')
  const parts = useMemo(() => formats[format].cut(fromBase64(psbt)), [psbt, format])
  return (
    <div className="stack gap-4">
      <Parts key={`${format} ${parts.length}`} parts={parts} />
      <Field label={t.device}>
        <Select value={format} onChange={({ target }) => setFormat(target.value === 'bbqr' ? 'bbqr' : 'ur')}>
          {Object.entries(formats).map(([name, { devices }]) => (
            <option key={name} value={name}>
              {devices}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

const Parts = ({ parts }: { parts: readonly string[] }) => {
  const isStill = useReducedMotion()
  const [place, setPlace] = useState(0)
  const [isSlow, setSlow] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const count = parts.length
  const moves = count > 1 && !isStill && !isPaused
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setPlace((at) => (at + 1) % count), isSlow ? slowMs : usualMs)
    return () => clearInterval(timer)
  }, [moves, isSlow, count])
  const step = (by: 1 | -1) => setPlace((at) => (at + by + count) % count)
  const words = { part: String(place + 1), count: String(count) }
  return (
    <div>
      <QrCode text={parts[place] ?? ''} label={count > 1 ? t.codeLabel(words) : t.oneCodeLabel} correction="L" />
      {count > 1 && (
        <div className="mt-3">
          {count <= mostPlaces && <BerthBar total={count} done={place} />}
          <div className="signing-turns across between gap-3 small muted mt-1">
            <span>{moves ? t.partOf(words) : t.stillPartOf(words)}</span>
            <span className="across gap-3">
              {moves ? (
                <Act onClick={() => setSlow(!isSlow)}>{isSlow ? t.faster : t.slower}</Act>
              ) : (
                <>
                  <Act onClick={() => step(-1)}>{t.previous}</Act>
                  <Act onClick={() => step(1)}>{t.next}</Act>
                </>
              )}
              {!isStill && <Act onClick={() => setPaused(!isPaused)}>{isPaused ? t.play : t.pause}</Act>}
            </span>
          </div>
        </div>
      )}
    </div>
  )
}

const Act = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" className="link finger" onClick={onClick}>
    {children}
  </button>
)
