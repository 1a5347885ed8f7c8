/** A draft of which nothing has been written yet: in the editor, and for fields that were not stored before they existed. */
import type { DraftFields } from './shapes.ts'

export const emptyFields: DraftFields = {
  title: '',
  html: '',
  coverFileId: null,
  fileId: null,
  chapters: [],
  captions: [],
  topicIds: [],
  coAuthorIds: [],
  source: '',
  license: '',
  commentsOpen: true,
  visibility: 0,
  organizationIds: [],
  circleIds: [],
  publishAt: null,
}
