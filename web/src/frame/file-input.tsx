import type { ChangeEvent, RefObject } from 'react'

type FileInputProps = {
  /** A button of the caller's clicks it. */
  input: RefObject<HTMLInputElement | null>
  label: string
  /** Types or endings, separated by commas. */
  accept: string
  mostBytes: number
  onFile: (file: File) => void
  onTooLarge: () => void
}

/** Lets a person choose one file of a limited size. */
export const FileInput = ({ input, label, accept, mostBytes, onFile, onTooLarge }: FileInputProps) => {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    if (file.size > mostBytes) onTooLarge()
    else onFile(file)
  }
  return (
    <input
      ref={input}
      className="sr-only"
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      onChange={choose}
    />
  )
}
