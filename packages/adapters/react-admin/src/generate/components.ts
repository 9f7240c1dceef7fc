/** The buttons of workflow actions, as source text: they belong to the author of the admin. */

const dialog = (hook: string) => `  const [isOpen, setOpen] = useState(false)
  const { access, isPending, perform } = ${hook}({ action, ...(success && { success }) })
  const close = () => setOpen(false)
  const submit = async (values: Record<string, unknown>) => {
    const errors = await perform(values)
    if (!errors) close()
    return errors
  }
  const start = () => (confirm || children ? setOpen(true) : void perform())
  return (
    <>
      <Tooltip title={access?.reason ?? ''}>
        <span>
          <Button label={label} disabled={!access?.can || isPending} onClick={start} />
        </span>
      </Tooltip>
      {children ? (
        <Dialog open={isOpen} onClose={close} fullWidth>
          <DialogTitle>{label}</DialogTitle>
          <DialogContent>
            <SimpleForm
              record={{}}
              onSubmit={submit}
              toolbar={
                <Toolbar>
                  <SaveButton label={label} alwaysEnable />
                </Toolbar>
              }
            >
              {children}
            </SimpleForm>
          </DialogContent>
        </Dialog>
      ) : (
        <Confirm
          isOpen={isOpen}
          title={label}
          content={\`\${label}?\`}
          onConfirm={() => submit({})}
          onClose={close}
        />
      )}
    </>
  )
}
`

const importLines = (hook: string): string =>
  [
    `import { ${hook} } from '@corollary/react-admin'`,
    "import { Dialog, DialogContent, DialogTitle, Tooltip } from '@mui/material'",
    "import { type ReactNode, useState } from 'react'",
    "import { Button, Confirm, SaveButton, SimpleForm, Toolbar } from 'react-admin'",
  ].join('\n')

const head = (hook: string, what: string, component: string) => `${importLines(hook)}

interface ${component}Props {
  action: string
  label: string
  success?: string
  /** The user must confirm the action. */
  confirm?: boolean
  /** The inputs of the action. */
  children?: ReactNode
}

/** ${what} It is disabled, with the reason, while the service refuses it. */
export const ${component} = ({
  action,
  label,
  success,
  confirm = false,
  children,
}: ${component}Props) => {
`

export const actionButton =
  head('useRecordAction', 'Performs a workflow action on the record.', 'ActionButton') +
  dialog('useRecordAction')

export const bulkActionButton =
  head('useBulkAction', 'Performs an action on the selected records.', 'BulkActionButton') +
  dialog('useBulkAction')
