import { describeConformance } from '@bitquay/btcpay/conformance/describe-conformance'
import { openConformanceTarget } from './testing/conformance-target.ts'

describeConformance('the sandbox', () => openConformanceTarget({ internalNode: true }))
