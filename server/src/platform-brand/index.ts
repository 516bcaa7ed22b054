export { type BrandReader, createBrandReader } from './brand-reader.ts'
export { type BrandPages, listPlatformNames, readLegalState, readPlatformBrand } from './queries.ts'
export { deleteUnusedPictures, hasBrandPicture, saveBrandPicture } from './table.pictures.ts'
export {
  deleteDraft,
  findDraft,
  findPublished,
  insertPublished,
  listPublished,
  lockBrands,
  type SavedBrand,
  saveDraft,
  savePreview,
} from './table.ts'
