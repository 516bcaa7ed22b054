import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { BerthBar } from '../../ui/berths.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type CameraProblem, NoCamera, readCamera } from './camera.ts'
import { createCollector, type Step } from './collect-parts.ts'
import type { Content, Found } from './content.ts'
import * as t from './messages.ts'
import './codes.css'

export type ScanDialogProps = {
  title: string
  /** What to hold in front of the camera. */
  purpose: string
  /** For a code that holds something else. */
  otherCode: string
  /** For a private key or a recovery phrase. */
  secret: string
  read: (content: Content) => Found
  onFound: (text: string) => void
  onClose: () => void
}

/** Reads a code, or one code after the other, with the camera. */
export const ScanDialog = ({ title, purpose, otherCode, secret, read, onFound, onClose }: ScanDialogProps) => {
  const [collector] = useState(createCollector)
  const [filled, setFilled] = useState<readonly boolean[]>([])
  const [note, setNote] = useState<string>()
  const [end, setEnd] = useState<'found' | 'secret'>()
  // A code that was read before the camera stopped must not be handed in as well.
  const hasEnded = useRef(false)
  const finish = (how: 'found' | 'secret') => {
    hasEnded.current = true
    setEnd(how)
  }
  const refuse = (problem: 'secret' | 'unreadable') => {
    if (problem === 'secret') finish('secret')
    else setNote(otherCode)
  }
  const takeStep = (step: Step) => {
    if (step.state === 'same' || hasEnded.current) return
    if (step.state === 'secret') return refuse('secret')
    if (step.state === 'unknown') {
      // Beside the codes that are collected, a camera may see any other.
      if (filled.length === 0) refuse('unreadable')
      return
    }
    setNote(step.state === 'broken' ? t.broken : undefined)
    setFilled(step.state === 'parts' ? step.filled : [])
    if (step.state !== 'whole') return
    const found = read(step.content)
    if ('problem' in found) return refuse(found.problem)
    finish('found')
    onFound(found.text)
  }
  const { setVideo, isOn, problem, tryAgain } = useCamera(
    end === undefined,
    (text) => void collector.take(text).then(takeStep),
  )
  const sentence = end === 'secret' ? secret : problem && sentences[problem]
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={title}
      purpose={`${purpose} ${t.privacy}`}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          {problem && problem !== 'insecure' && (
            <Button variant="signal" onClick={tryAgain}>
              {t.tryAgain}
            </Button>
          )}
        </>
      }
    >
      {sentence ? (
        <Notice kind="bad">{sentence}</Notice>
      ) : (
        <>
          <div className="scan-picture">
            <video ref={setVideo} muted playsInline aria-hidden="true" />
          </div>
          <Progress filled={filled} isOn={isOn} />
          {note && <Notice>{note}</Notice>}
        </>
      )}
    </Dialog>
  )
}

/** More places than this would be too narrow to see. */
const mostPlaces = 40

const Progress = ({ filled, isOn }: { filled: readonly boolean[]; isOn: boolean }) => {
  const have = filled.filter(Boolean).length
  const places = Math.min(filled.length, mostPlaces)
  return (
    <div>
      {places > 0 && (
        <BerthBar total={places} done={filled.length > places ? Math.floor((have / filled.length) * places) : filled} />
      )}
      <p className="small muted mt-1" role="status">
        {!isOn
          ? t.starting
          : places === 0
            ? t.looking
            : t.partsOf({ have: String(have), count: String(filled.length) })}
      </p>
    </div>
  )
}

const sentences: Record<CameraProblem, string> = {
  denied: t.denied,
  none: t.noCamera,
  busy: t.cameraBusy,
  insecure: t.insecure,
  'not-loaded': t.notLoaded,
}

/** The camera is on while it is wanted and somebody can see the page. */
const useCamera = (isWanted: boolean, onCode: (text: string) => void) => {
  // A dialog is drawn later than what is around it.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [problem, setProblem] = useState<CameraProblem>()
  const [isOn, setOn] = useState(false)
  const isVisible = useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible')
  const heed = useEffectEvent(onCode)
  useEffect(() => {
    if (!isWanted || !isVisible || problem !== undefined || !video) return
    const end = new AbortController()
    readCamera(video, (text) => heed(text), end.signal)
      .then(() => !end.signal.aborted && setOn(true))
      .catch((error: unknown) => {
        if (!end.signal.aborted) setProblem(error instanceof NoCamera ? error.problem : 'busy')
        end.abort()
      })
    return () => {
      end.abort()
      setOn(false)
    }
  }, [isWanted, isVisible, problem, video])
  return { setVideo, problem, isOn, tryAgain: () => setProblem(undefined) }
}

const followVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
