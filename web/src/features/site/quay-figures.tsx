import type { Figure } from '@bitquay/contract/platform-brand'

/** Figures as they are painted on the quay wall. */
export const QuayFigures = ({ figures }: { figures: Figure[] }) => (
  <dl className="quay-figures">
    {figures.map(({ figure, words }) => (
      <div className="flex" key={words}>
        <dt className="small muted">{words}</dt>
        <dd className="money">{figure}</dd>
      </div>
    ))}
  </dl>
)
