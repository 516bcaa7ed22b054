export { type EncodedImage, encodeImage } from './encode-image.ts'
export { imagePath } from './image-path.ts'
export { imageUploads } from './limits.ts'
export { deleteImage, deleteOldImages, findImage, saveImage } from './table.ts'
