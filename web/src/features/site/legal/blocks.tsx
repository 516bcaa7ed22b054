import { type Inline, type LegalBlock, readLegalText } from '@bitquay/contract/legal-text'

type OwnSectionProps = { id: string; title: string; blocks: readonly LegalBlock[] }

/** A text of the operator in sections, each with the heading that begins it. What comes before the first one has none. */
export const readSections = (text: string): OwnSectionProps[] => {
  const sections: { id: string; title: string; blocks: LegalBlock[] }[] = []
  for (const block of readLegalText(text)) {
    const begins = block.kind === 'heading' && block.level === 2
    if (begins || sections.length === 0)
      sections.push({
        id: `section-${sections.length + 1}`,
        title: begins ? block.parts.map((part) => part.text).join('') : '',
        blocks: [],
      })
    sections.at(-1)?.blocks.push(block)
  }
  return sections
}

export const OwnSection = ({ id, blocks }: OwnSectionProps) => (
  <section id={id}>
    <LegalBlocks blocks={blocks} />
  </section>
)

export const LegalBlocks = ({ blocks }: { blocks: readonly LegalBlock[] }) =>
  blocks.map((block, index) => <Block key={index} block={block} />)

const Block = ({ block }: { block: LegalBlock }) => {
  if (block.kind === 'heading')
    return block.level === 2 ? (
      <h2 className="text-xl">
        <Words parts={block.parts} />
      </h2>
    ) : (
      <h3 className="strong mt-4">
        <Words parts={block.parts} />
      </h3>
    )
  if (block.kind === 'paragraph')
    return (
      <p className="muted mt-3">
        <Words parts={block.parts} />
      </p>
    )
  const items = block.items.map((item, index) => (
    <li key={index}>
      <Words parts={item} />
    </li>
  ))
  return block.ordered ? (
    <ol className="muted mt-3 stack gap-1.5">{items}</ol>
  ) : (
    <ul className="block-list muted mt-3 stack gap-1.5">{items}</ul>
  )
}

const Words = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, index) => {
    if (part.kind === 'link')
      return (
        <a key={index} href={part.href} rel="noreferrer">
          {part.text}
        </a>
      )
    return part.kind === 'bold' ? (
      <b key={index} className="ink">
        {part.text}
      </b>
    ) : (
      part.text
    )
  })
