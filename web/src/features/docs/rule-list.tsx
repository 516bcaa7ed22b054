/** Rules of a chapter, each with its title. */
export const RuleList = ({ rules }: { rules: readonly { title: string; text: string }[] }) => (
  <dl className="docs-rules">
    {rules.map(({ title, text }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
