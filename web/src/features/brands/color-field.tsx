import { brandColor } from '@bitquay/contract/brands'
import { adaptColor } from '@bitquay/contract/brands.color'
import { CircleCheck, Info } from 'lucide-react'
import { platformBrand } from '../../content/platform-brand.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import * as t from './messages.ts'

type ColorFieldProps = {
  /** As typed, without the #. Empty: ours. */
  value: string
  error: string | undefined
  mayChange: boolean
  onChange: (color: string) => void
}

const swatches = [
  { hex: '', name: t.standardColor({ platform: platformBrand().name }) },
  { hex: '0F6E84', name: t.teal },
  { hex: '233A8C', name: t.blue },
  { hex: '7B2C50', name: t.plum },
  { hex: '9A3412', name: t.rust },
  { hex: '17663A', name: t.green },
  { hex: '111827', name: t.black },
]

/** A few colors to choose, or any other by its code. The result for white text is said at once. */
export const ColorField = ({ value, error, mayChange, onChange }: ColorFieldProps) => (
  <fieldset className="field">
    <legend className="legend mb-2">{t.color}</legend>
    <div className="branding-colors flex wraps gap-2 at-top">
      {swatches.map(({ hex, name }) => (
        <button
          key={hex}
          type="button"
          className="swatch"
          style={hex ? { background: `#${hex}` } : undefined}
          aria-label={name}
          aria-pressed={value.toUpperCase() === hex}
          disabled={!mayChange}
          onClick={() => onChange(hex)}
        />
      ))}
      <Field label={<span className="sr-only">{t.colorCode}</span>} error={error}>
        <div className="affix">
          <span className="pre quiet" aria-hidden="true">
            #
          </span>
          <Input
            value={value}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            readOnly={!mayChange}
            onChange={({ target }) => onChange(target.value.replace('#', ''))}
          />
        </div>
      </Field>
    </div>
    <Result color={brandColor.safeParse(value).data} />
  </fieldset>
)

/** As high as its sentence, so that nothing moves while a code is typed. */
const Result = ({ color }: { color: string | undefined }) => {
  if (!color) return <p className="branding-contrast flex small text-ok gap-1.5" role="status" />
  const { color: shown, contrast, isAdapted } = adaptColor(color)
  const figure = (Math.floor(contrast * 10) / 10).toFixed(1)
  return (
    <p className="branding-contrast flex small text-ok gap-1.5" role="status" data-adapted={isAdapted}>
      {isAdapted ? <Info className="ico" aria-hidden="true" /> : <CircleCheck className="ico" aria-hidden="true" />}
      {isAdapted ? t.adapted({ color: shown.toUpperCase(), contrast: figure }) : t.goodContrast({ contrast: figure })}
    </p>
  )
}
