import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Files share one document, so each test leaves it empty.
afterEach(cleanup)
