import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import './top-merchants.css'
import * as t from './messages.ts'
import type { Dashboard } from './use-dashboard.ts'

export const TopMerchants = ({ merchants }: { merchants: Dashboard['topMerchants'] | undefined }) => (
  <Card title={t.topMerchants} note={t.byRevenue} span={4} bare aria-label={t.topMerchants}>
    {!merchants ? (
      <div className="pad">
        <SkeletonLines lines={5} />
      </div>
    ) : merchants.length === 0 ? (
      <p className="pad small quiet">{t.noFees}</p>
    ) : (
      <ol className="rows top-merchants">
        {merchants.map(({ id, storeName, email, revenue }, index) => (
          <li key={id}>
            <span className="stencil" aria-hidden="true">
              {index + 1}
            </span>
            <div className="min-w-0">
              <Link className="block clip strong" to={pathTo(portalPaths.admin.merchant, { merchantId: id })}>
                {storeName}
              </Link>
              <span className="block clip small quiet" title={email}>
                {email}
              </span>
            </div>
            <span className="amt to-right">
              <Usd amount={revenue} />
            </span>
          </li>
        ))}
      </ol>
    )}
  </Card>
)
