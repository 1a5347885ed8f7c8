import { EditorPage } from './EditorPage.tsx'

export default function PublishVideoPage() {
  return <EditorPage type={2} />
}
