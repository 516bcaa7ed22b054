import { docsPages } from '../../../content/docs/pages.ts'
import {
  deviceRules,
  networkRules,
  refundRules,
  sellingRules,
  setUpSteps,
} from '../../../content/docs/point-of-sale.ts'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const parts = [
  { id: 'set-up', name: t.posSetUp },
  { id: 'sell', name: t.posSell },
  { id: 'network', name: t.posNetwork },
  { id: 'refunds', name: t.posRefunds },
  { id: 'devices', name: t.posDevices },
]

const PointOfSaleChapter = () => (
  <DocsFrame title={t.pos} lead={t.posLead} meta={docsPages.docsPointOfSale} parts={parts}>
    <section id="set-up">
      <h2>{t.posSetUp}</h2>
      <ol className="docs-list block-list docs-list--numbered stack gap-2.5">
        {setUpSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
    <Rules id="sell" name={t.posSell} rules={sellingRules} />
    <Rules id="network" name={t.posNetwork} rules={networkRules} />
    <Rules id="refunds" name={t.posRefunds} rules={refundRules} />
    <Rules id="devices" name={t.posDevices} rules={deviceRules} />
  </DocsFrame>
)

const Rules = ({ id, name, rules }: { id: string; name: string; rules: readonly string[] }) => (
  <section id={id}>
    <h2>{name}</h2>
    <ul className="docs-list block-list stack gap-2.5">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  </section>
)

export default PointOfSaleChapter
