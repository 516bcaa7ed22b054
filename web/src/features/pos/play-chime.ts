let context: AudioContext | undefined

/** Browsers allow sound only after a tap, so the charge button opens the way for it. */
export const allowSound = () => {
  try {
    context ??= new AudioContext()
    void context.resume()
  } catch {
    // A till without sound still turns green.
  }
}

const notes = [
  { hertz: 659.25, atSeconds: 0 },
  { hertz: 987.77, atSeconds: 0.13 },
  { hertz: 1318.51, atSeconds: 0.26 },
]

/** Three rising notes: the sale is paid. */
export const playChime = () => {
  if (context?.state !== 'running') return
  for (const { hertz, atSeconds } of notes) {
    const start = context.currentTime + atSeconds
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.type = 'triangle'
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.35, start + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.55)
  }
}
