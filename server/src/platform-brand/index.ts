export { type BrandReader, createBrandReader } from './brand-reader.ts'
export { listPlatformNames, readPlatformBrand } from './queries.ts'
export {
  deleteDraft,
  findDraft,
  insertPublished,
  listPublished,
  lockBrands,
  type SavedBrand,
  saveDraft,
  savePreview,
} from './table.ts'
