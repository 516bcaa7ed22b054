import { useState } from 'react'
import type { Command } from '../../content/docs/guide.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { CodeBlock } from './code-block.tsx'
import * as t from './messages.ts'

/** The same program in several languages, of which one is shown. */
export const LanguageChoice = ({ commands }: { commands: readonly Command[] }) => {
  const [chosen, setChosen] = useState(commands[0]?.id ?? '')
  return (
    <div className="docs-languages mt-4">
      <Segmented
        label={t.language}
        options={commands.map(({ id, language }) => ({ value: id, text: language }))}
        value={chosen}
        onChange={setChosen}
      />
      {/* All are rendered, since a reader without scripts can't choose. */}
      {commands.map((command) => (
        <div key={command.id} className={command.id === chosen ? undefined : 'docs-unchosen'}>
          <CodeBlock command={command} />
        </div>
      ))}
    </div>
  )
}
