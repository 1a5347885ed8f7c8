import { Button, Input, Modal, QRCode } from 'antd'
import { useRef } from 'react'
import { saveFile } from '#web/api/save-file.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import type { EditedClass } from '../../contract/authoring.ts'
import { classPaths } from '../paths.ts'

const shownPx = 148
const savedPx = 570

/** The addresses of the sign-up pages of a class, with their QR codes. The addresses are never shortened. */
export function ShareDialog({ one, onClose }: { one: EditedClass; onClose: () => void }) {
  const t = useText('classes')
  return (
    <Modal open title={t('share.title')} footer={null} width={640} onCancel={onClose}>
      <Way title={t('share.members')} hint={t('share.membersHint')} path={classPaths.signUp(one.id)} name={one.name} />
      {one.enrollment.isExternal ? (
        <Way
          title={t('share.external')}
          hint={t('share.externalHint')}
          path={classPaths.signUpExternal(one.id)}
          name={`${one.name} ${t('share.external')}`}
        />
      ) : (
        <p className="sy-note">{t('share.externalOff')}</p>
      )}
    </Modal>
  )
}

interface WayProps {
  readonly title: string
  readonly hint: string
  readonly path: string
  /** Of the picture that is saved. */
  readonly name: string
}

function Way({ title, hint, path, name }: WayProps) {
  const t = useText('classes')
  const code = useRef<HTMLDivElement>(null)
  const link = `${location.origin}/#${path}`
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    notify('success', t('share.copied'))
  }
  const save = () => {
    const drawn = code.current?.querySelector('canvas')
    const large = document.createElement('canvas')
    large.width = savedPx
    large.height = savedPx
    const context = large.getContext('2d')
    if (!drawn || !context) return
    // Its squares stay sharp at any size.
    context.imageSmoothingEnabled = false
    context.drawImage(drawn, 0, 0, savedPx, savedPx)
    large.toBlob((picture) => picture && saveFile(picture, `${name}.png`))
  }
  return (
    <section className="cl-share" aria-label={title}>
      <div ref={code}>
        <QRCode
          aria-label={t('share.qr', { name: title })}
          value={link}
          size={shownPx}
          color="#14181b"
          bgColor="#ffffff"
          bordered={false}
        />
      </div>
      <div className="sy-column sy-gap-3">
        <h3>{title}</h3>
        <p className="sy-note">{hint}</p>
        <Input readOnly aria-label={title} value={link} onFocus={({ target }) => target.select()} />
        <span className="sy-row sy-wrap sy-gap-2">
          <Button type="primary" icon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
            {t('share.copy')}
          </Button>
          <Button icon={<Icon name="download" size={16} />} onClick={save}>
            {t('share.save')}
          </Button>
        </span>
      </div>
    </section>
  )
}
