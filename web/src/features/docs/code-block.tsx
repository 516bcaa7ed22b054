import type { Command } from '../../content/docs/guide.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The address at which the reader reads is the address that the commands call. */
export const withOrigin = (text: string) => text.replaceAll('{origin}', location.origin)

/** Something to copy and run, or to compare with. */
export const CodeBlock = ({ command, shown = false }: { command: Command; shown?: boolean }) => {
  const text = withOrigin(command.text)
  const name = command.file ?? command.language
  return (
    <figure className={shown ? 'code code--shown' : 'code'}>
      <figcaption>
        <span className="stencil">{name}</span>
        {!shown && <CopyButton label={name} text={text} />}
      </figcaption>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={name} data-command={command.id}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
