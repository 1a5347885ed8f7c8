import { EditorPage } from './EditorPage.tsx'

export default function PublishFilePage() {
  return <EditorPage type={3} />
}
