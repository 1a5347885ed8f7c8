import { useEffect, useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import type { LocalMedia } from '../media/local-media.ts'
import { useLocalMedia } from './use-local-media.ts'

/** The person's own picture, mirrored; others see it unmirrored. */
export function Preview({ local, name, audioOnly }: { local: LocalMedia; name: string; audioOnly: boolean }) {
  const t = useText('rooms')
  const { camera, cameraTrack, microphone } = useLocalMedia(local)
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = cameraTrack ? new MediaStream([cameraTrack]) : null
  }, [cameraTrack])
  return (
    <div className="room-preview" data-camera={camera}>
      {cameraTrack ? (
        <video ref={video} autoPlay playsInline muted aria-label={t('check.preview')} />
      ) : (
        <div className="room-preview-empty">
          <Avatar name={name} size={88} />
          <p>{camera === 'starting' ? t('check.starting') : audioOnly ? t('check.audioRoom') : t('check.cameraOff')}</p>
        </div>
      )}
      <div className="room-preview-buttons">
        <button
          type="button"
          className="room-round"
          aria-pressed={microphone === 'on'}
          aria-label={t('controls.microphone')}
          data-off={microphone === 'off'}
          onClick={() => void local.turn('microphone', microphone === 'off')}
        >
          <RoomIcon name={microphone === 'off' ? 'microphone-off' : 'microphone'} />
        </button>
        {!audioOnly && (
          <button
            type="button"
            className="room-round"
            aria-pressed={camera === 'on'}
            aria-label={t('controls.camera')}
            data-off={camera === 'off'}
            onClick={() => void local.turn('camera', camera === 'off')}
          >
            <RoomIcon name={camera === 'off' ? 'camera-off' : 'camera'} />
          </button>
        )}
      </div>
    </div>
  )
}
