/** What is approved where by whom: switches and templates, and who would decide. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Text } from '#kit/schema.ts'
import { TEMPLATE_CHANGED, TEMPLATE_MISSING } from './codes.ts'
import { BusinessType, Items, Person, StepDraft, stepsMax, TemplateStep } from './shapes.ts'

const Place = Type.Object({ businessType: BusinessType, organizationId: Id })
const Steps = Type.Array(StepDraft, { minItems: 1, maxItems: stepsMax })

const Template = Type.Object({
  id: Id,
  organizationId: Id,
  organizationName: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  steps: Type.Array(TemplateStep),
  updatedBy: Person,
  updatedAt: Instant,
})

export const templates = contract({
  businessTypes: {
    method: 'GET',
    path: '/system/approval-template/business-type',
    summary: 'What can be made subject to approval (map approval-business-type)',
    access: 'signed-in',
    response: Items(Type.Object({ businessType: BusinessType, name: Type.String() })),
    cacheSeconds: 300,
  },
  listPlaces: {
    method: 'GET',
    path: '/system/approval-template',
    summary: 'Where approval is set: the organizations with a switch or a template of their own',
    access: { permission: 'approval.manage' },
    query: Type.Object({ businessType: BusinessType }),
    response: Items(
      Type.Object({
        organizationId: Id,
        organizationName: Type.String(),
        /** Its own switch; null where it follows the one above. */
        isOn: Nullable(Type.Boolean()),
        templateName: Nullable(Type.String()),
        stepCount: Nullable(Type.Integer()),
        canManage: Type.Boolean(),
      }),
    ),
    cacheSeconds: 0,
  },
  templateAt: {
    method: 'GET',
    path: '/system/approval-template/effective',
    summary: 'What holds for a business type in an organization, and from which organization it comes',
    access: { permission: 'approval.manage' },
    query: Place,
    response: Type.Object({
      ownSwitch: Nullable(Type.Boolean()),
      isOn: Type.Boolean(),
      /** Whose switch holds; null where nobody has said anything. */
      switchFrom: Nullable(Type.Object({ organizationId: Id, organizationName: Type.String() })),
      template: Nullable(Template),
      inherited: Type.Boolean(),
      canManage: Type.Boolean(),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  saveTemplate: {
    method: 'PUT',
    path: '/system/approval-template',
    summary: 'Save the template of an organization; what runs keeps the version it began with',
    access: { permission: 'approval.manage' },
    body: Body({
      businessType: BusinessType,
      organizationId: Id,
      name: Text(50),
      steps: Steps,
      /** The version that was read; left out where the organization had none of its own. */
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: Type.Object({ id: Id, version: Type.Integer() }),
    errors: [NOT_FOUND, TEMPLATE_CHANGED],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/system/approval-template/{id}',
    summary: 'Delete an own template: the one above holds again',
    access: { permission: 'approval.manage' },
    params: Type.Object({ id: Id }),
    response: Done,
    errors: [NOT_FOUND, TEMPLATE_MISSING],
  },
  setSwitch: {
    method: 'PUT',
    path: '/system/approval-template/switch',
    summary: 'Turn approval on or off for a business type of an organization, or follow the one above (SYSTEM-195)',
    access: { permission: 'approval.manage' },
    body: Body({ businessType: BusinessType, organizationId: Id, state: OneOf(['on', 'off', 'inherit']) }),
    response: Type.Object({ isOn: Type.Boolean() }),
    errors: [NOT_FOUND, TEMPLATE_MISSING],
  },
  preview: {
    method: 'POST',
    path: '/system/approval-template/preview',
    summary: 'Who would decide, step by step, were this member to apply now',
    access: { permission: 'approval.manage' },
    body: Body({ organizationId: Id, applicantId: Id, steps: Steps }),
    response: Items(
      Type.Object({
        approvers: Type.Array(Person),
        /** Approver → who stands in now. */
        substitutes: Type.Array(Type.Object({ memberId: Id, substitute: Person })),
        /** What happens where nobody is found. */
        outcome: OneOf(['decides', 'skipped', 'administrator', 'stuck']),
      }),
    ),
    errors: [NOT_FOUND],
  },
})
