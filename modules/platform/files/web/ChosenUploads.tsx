import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useSession } from '#web/session.ts'
import { extensionOf, type FileInfo, type FileKindName, fileTypes } from '../contract.ts'
import { UploadList } from './UploadList.tsx'
import { type UploadItem, UploadQueue, type UploadSource } from './upload-queue.ts'
import './files.css'

const kinds = ['video', 'audio', 'document'] as const
const withPackages = [...kinds, 'package'] as const

/** What can be studied: a video, an audio or a document. Others are refused as documents of a wrong type. */
function kindOf({ name }: UploadSource): FileKindName {
  const fileClass = fileTypes[extensionOf(name)]?.class
  return fileClass === 'video' || fileClass === 'audio' ? fileClass : 'document'
}

/** An upload in the order of the choice: `file` when it is there, and whether anything can still come of it. */
export interface ChosenUpload {
  readonly key: number
  readonly source: UploadSource
  readonly name: string
  readonly file?: FileInfo
  readonly isOpen: boolean
}

export interface ChosenUploadsProps {
  /** Files to upload; another list adds its files to the earlier ones. */
  readonly chosen: readonly UploadSource[]
  /** Archives are learning packages. Otherwise they are refused. */
  readonly takesPackages?: boolean
  /** Called after every change, in the order of the choice. */
  readonly onChange: (uploads: readonly ChosenUpload[]) => void
}

const openStates: readonly UploadItem['state'][] = ['waiting', 'unpacking', 'uploading', 'paused', 'finishing']

/** Uploads of videos, audios and documents that were chosen elsewhere, each with its progress, pause, retry and removal. */
export default function ChosenUploads({ chosen, takesPackages = false, onChange }: ChosenUploadsProps) {
  const memberId = useSession().user?.id ?? ''
  const queue = useMemo(() => {
    const isPackage = ({ name }: UploadSource) => fileTypes[extensionOf(name)]?.class === 'archive'
    const kind = (source: UploadSource) => (takesPackages && isPackage(source) ? 'package' : kindOf(source))
    return new UploadQueue({ kind, memberId, onUploaded: () => undefined })
  }, [memberId, takesPackages])
  const latest = useRef(onChange)
  latest.current = onChange
  const added = useRef<ChosenUploadsProps['chosen']>(undefined)
  useEffect(() => {
    const close = queue.open()
    return () => {
      added.current = undefined
      close()
    }
  }, [queue])
  useEffect(() => {
    if (added.current === chosen) return
    added.current = chosen
    queue.add(chosen)
  }, [queue, chosen])
  const items = useSyncExternalStore(queue.subscribe, () => queue.items)
  useEffect(() => {
    latest.current(
      items.map(({ key, source, name, file, state }) => ({
        key,
        source,
        name,
        ...(file && { file }),
        isOpen: openStates.includes(state),
      })),
    )
  }, [items])
  return (
    <UploadList
      items={items}
      kind={takesPackages ? withPackages : kinds}
      onAction={(key, action) => queue.act(key, action)}
    />
  )
}
