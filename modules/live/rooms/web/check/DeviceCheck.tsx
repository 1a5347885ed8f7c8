import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { playTestSound } from '../media/levels.ts'
import type { LocalMedia, Medium } from '../media/local-media.ts'
import type { DeviceProblem } from '../media/problems.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { Preview } from './Preview.tsx'
import { useLocalMedia } from './use-local-media.ts'

interface Props {
  readonly local: LocalMedia
  readonly name: string
  /** True in a room of voices, without cameras. */
  readonly audioOnly: boolean
  /** The next steps. */
  readonly children: ReactNode
}

/**
 * A check of camera, microphone and speaker before others see and hear. Each may be missing, and the person may still
 * enter.
 */
export function DeviceCheck({ local, name, audioOnly, children }: Props) {
  const state = useLocalMedia(local)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request, when the check is shown.
  useEffect(() => {
    const { cameraOn, microphoneOn } = local.get().choices
    const begin = async () => {
      // One browser prompt after the other.
      if (microphoneOn && state.microphone === 'off') await local.turn('microphone', true)
      if (!audioOnly && cameraOn && state.camera === 'off') await local.turn('camera', true)
      await local.refreshDevices()
    }
    void begin()
  }, [local])
  return (
    <div className="room-check">
      <Preview local={local} name={name} audioOnly={audioOnly} />
      <div className="room-check-side">
        <Problems local={local} audioOnly={audioOnly} />
        {state.microphoneTrack && state.microphone === 'on' && <LevelMeter track={state.microphoneTrack} />}
        <DeviceChoice
          kind="audioinput"
          devices={state.devices}
          chosen={state.choices.microphoneId}
          onChoose={(id) => void local.choose('microphone', id)}
        />
        {!audioOnly && (
          <DeviceChoice
            kind="videoinput"
            devices={state.devices}
            chosen={state.choices.cameraId}
            onChoose={(id) => void local.choose('camera', id)}
          />
        )}
        <DeviceChoice
          kind="audiooutput"
          devices={state.devices}
          chosen={state.choices.speakerId}
          onChoose={(id) => local.chooseSpeaker(id)}
        />
        <SpeakerTest speakerId={state.choices.speakerId} />
        <div className="room-check-next">{children}</div>
      </div>
    </div>
  )
}

function SpeakerTest({ speakerId }: { speakerId: string }) {
  const t = useText('rooms')
  const [playing, setPlaying] = useState(false)
  const play = async () => {
    setPlaying(true)
    await playTestSound(speakerId).catch(() => undefined)
    setPlaying(false)
  }
  return (
    <div className="room-check-speaker">
      <Button onClick={() => void play()} loading={playing}>
        {t('check.playSound')}
      </Button>
      <span className="sy-faint">{t('check.soundHint')}</span>
    </div>
  )
}

/** The problem, with its remedy; never the problem alone. */
function Problems({ local, audioOnly }: { local: LocalMedia; audioOnly: boolean }) {
  const t = useText('rooms')
  const { problems } = useLocalMedia(local)
  const media: readonly Medium[] = audioOnly ? ['microphone'] : ['microphone', 'camera']
  const shown = media.flatMap((medium) => {
    const problem: DeviceProblem | undefined = problems[medium]
    return problem === undefined ? [] : [{ medium, problem }]
  })
  const both = shown.length === 2 && shown[0]?.problem === shown[1]?.problem
  return (both ? shown.slice(0, 1) : shown).map(({ medium, problem }) => (
    <Alert
      key={medium}
      type="warning"
      showIcon
      title={t(`check.problem.${problem}`, { device: t(both ? 'check.both' : `check.${medium}`) })}
      description={t(`check.help.${problem}`)}
      action={
        <Button size="small" onClick={() => void (both ? retryBoth(local) : local.turn(medium, true))}>
          {t('check.retry')}
        </Button>
      }
    />
  ))
}

async function retryBoth(local: LocalMedia): Promise<void> {
  await local.turn('microphone', true)
  await local.turn('camera', true)
}
