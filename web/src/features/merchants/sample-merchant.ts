export type SampleMerchant = { storeName: string; email: string; password: string; markupFeePercent: string }

const names = ['Brightwater Games', 'Harbour Lane Books', 'Saltmarsh Studio', 'Pilot Boat Coffee', 'Ropewalk Records']

/** Another one each time, since an address can be taken once. */
export const sampleMerchant = (random: () => number = Math.random): SampleMerchant => {
  const storeName = names[Math.floor(random() * names.length)] ?? 'Brightwater Games'
  const mark = Math.floor(random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0')
  const word = storeName.toLowerCase().replace(/[^a-z]+/g, '-')
  return { storeName, email: `${word}-${mark}@bitquay.test`, password: `berth ${mark} 27`, markupFeePercent: '5.0' }
}
