import { useId } from 'react'
import * as t from './messages.ts'

export const NoteField = ({ note, onChange }: { note: string; onChange: (note: string) => void }) => {
  const id = useId()
  return (
    <>
      <label className="lab flex between" htmlFor={id}>
        {t.note} <span className="hint">{t.optional}</span>
      </label>
      <input
        className="input"
        id={id}
        maxLength={120}
        autoComplete="off"
        placeholder={t.notePlaceholder}
        value={note}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}
