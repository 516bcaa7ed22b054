import type { Command } from '../../content/docs/guide.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { codeColors } from './code-colors.build.ts'
import { type ColoredRun, cutRuns } from './colored-run.ts'
import { useOrigin, withOrigin } from './use-origin.ts'

type CodeBlockProps = {
  command: Command
  /** Without it, the colors that the build found for this command. */
  colors?: readonly ColoredRun[]
  /** To compare with, not to copy. */
  shown?: boolean
}

/** Something to copy and run, or to compare with. */
export const CodeBlock = ({ command, colors = codeColors[command.id] ?? [], shown = false }: CodeBlockProps) => {
  const origin = useOrigin()
  const name = command.file ?? command.language
  return (
    <figure className={shown ? 'code code--shown tiny quiet' : 'code tiny quiet'}>
      <figcaption>
        <span className="stencil">{name}</span>
        {!shown && <CopyButton label={name} text={withOrigin(command.text, origin)} />}
      </figcaption>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={name} data-command={command.id}>
        <code>
          {cutRuns(command.text, colors).map(({ color, part }, index) =>
            color ? (
              <span key={index} className={`code-${color}`}>
                {withOrigin(part, origin)}
              </span>
            ) : (
              withOrigin(part, origin)
            ),
          )}
        </code>
      </pre>
    </figure>
  )
}
