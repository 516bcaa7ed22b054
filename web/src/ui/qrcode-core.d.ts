/** The package's encoder without its drawing; it is published without types. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
