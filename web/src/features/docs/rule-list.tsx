/** Rules of a chapter, each with its title. */
export const RuleList = ({ rules }: { rules: readonly { title: string; text: string }[] }) => (
  <dl className="docs-rules mt-2">
    {rules.map(({ title, text }) => (
      <div className="stack gap-y-1 gap-x-6" key={title}>
        <dt>{title}</dt>
        <dd className="muted">{text}</dd>
      </div>
    ))}
  </dl>
)
