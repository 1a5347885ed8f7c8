import { Button, Modal, Switch } from 'antd'
import { useState } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Replay } from '../../contract/replay.ts'
import { rooms } from '../../contract.ts'

interface Props {
  readonly roomId: string
  readonly replay: Replay
  readonly onChange: () => void
}

/** Download, if the host permits it; watermark, replacing and deleting for the room's managers. */
export function ReplayTools({ roomId, replay, onChange }: Props) {
  const t = useText('rooms')
  const params = { id: roomId }
  const isReady = replay.state === 'ready'
  const { run } = useAction()
  const download = () =>
    run(async () => {
      const { url } = await call(rooms.downloadReplay, { params })
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    })
  if (!replay.mayDownload && !replay.mayManage) return null
  return (
    <div className="sy-row sy-wrap sy-gap-3 rp-tools">
      {replay.mayDownload && (
        <Button icon={<Icon name="download" size={16} />} onClick={() => void download()}>
          {t('replay.download')}
        </Button>
      )}
      {replay.mayManage && isReady && <Settings roomId={roomId} replay={replay} onChange={onChange} />}
      {replay.mayManage && replay.state !== 'making' && <Replace roomId={roomId} onChange={onChange} />}
      {replay.mayManage && isReady && (
        <ConfirmButton
          danger
          icon={<Icon name="delete" size={16} />}
          question={t('replay.deleteQuestion')}
          consequence={t('replay.deleteConsequence')}
          onConfirm={async () => {
            await call(rooms.deleteReplay, { params })
            onChange()
          }}
        >
          {t('replay.delete')}
        </ConfirmButton>
      )}
    </div>
  )
}

function Settings({ roomId, replay, onChange }: Props) {
  const t = useText('rooms')
  const { run } = useAction()
  // The switch shows what holds, changed or not.
  const change = (body: { watermark?: boolean; downloadable?: boolean }) =>
    run(() => call(rooms.changeReplay, { params: { id: roomId }, body }), { after: onChange })
  return (
    <>
      <span className="sy-inline sy-gap-2">
        <Switch
          aria-label={t('replay.downloadable')}
          checked={replay.downloadable}
          onChange={(downloadable) => void change({ downloadable })}
        />
        {t('replay.downloadable')}
      </span>
      <span className="sy-inline sy-gap-2" title={t('replay.watermarkHint')}>
        <Switch
          aria-label={t('replay.watermark')}
          checked={replay.watermark}
          onChange={(watermark) => void change({ watermark })}
        />
        {t('replay.watermark')}
      </span>
    </>
  )
}

function Replace({ roomId, onChange }: Pick<Props, 'roomId' | 'onChange'>) {
  const t = useText('rooms')
  const [open, setOpen] = useState(false)
  const { run } = useAction()
  const replace = (fileId: string) =>
    run(async () => {
      await call(rooms.replaceReplay, { params: { id: roomId }, body: { fileId } })
      setOpen(false)
      onChange()
    })
  return (
    <>
      <Button icon={<Icon name="upload" size={16} />} onClick={() => setOpen(true)}>
        {t('replay.replace')}
      </Button>
      {open && (
        <Modal open title={t('replay.replace')} footer={null} onCancel={() => setOpen(false)}>
          <p className="rp-editor-hint">{t('replay.replaceHint')}</p>
          <FileUpload kind="video" onUploaded={({ id }) => void replace(id)} />
        </Modal>
      )}
    </>
  )
}
