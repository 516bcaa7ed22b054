import { useEffect } from 'react'
import { Delete } from './icons.tsx'
import * as t from './messages.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'delete']

/** Cents first: 1, 2, 4, 0 is $12.40. */
export const Keypad = ({ onPress }: { onPress: (key: string) => void }) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return
      if (/^\d$/.test(event.key)) onPress(event.key)
      if (event.key === 'Backspace') onPress('delete')
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onPress])
  return (
    <div className="keys ruled stack gap-2" role="group" aria-label={t.keypad}>
      {keys.map((key) =>
        key === 'delete' ? (
          <button className="centered" key={key} type="button" aria-label={t.deleteDigit} onClick={() => onPress(key)}>
            <Delete className="ico" aria-hidden="true" />
          </button>
        ) : (
          <button className="centered" key={key} type="button" onClick={() => onPress(key)}>
            {key}
          </button>
        ),
      )}
    </div>
  )
}
