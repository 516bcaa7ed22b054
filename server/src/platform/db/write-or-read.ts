import { type Db, writeStateOf } from './connect.ts'
import { isReadOnlyError } from './write-state.ts'

/** Runs a statement that also saves something of little worth, such as a last use, or only reads where nothing can be saved. */
export const writeOrRead = async <T>(db: Db, write: () => Promise<T>, read: () => Promise<T>): Promise<T> => {
  const writes = writeStateOf(db)
  if (!writes.current()) {
    try {
      return await write()
    } catch (error) {
      if (!isReadOnlyError(error)) throw error
    }
  }
  return (await writes.check()) ? read() : write()
}
