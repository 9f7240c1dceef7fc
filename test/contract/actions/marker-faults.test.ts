/** Errors in decorators, actions and guards are reported at start, each with its path. */
import {
  type ActionCallOf,
  ApiResource,
  ResourceIntent,
  UiSurface,
  WorkflowAction,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { desk, faultsOf, spec } from './tickets.js'

const Base = desk.resourceClass('tickets', { ...spec, stateField: 'state' })

describe('errors in a resource class', () => {
  test('a class without @ApiResource is refused', () => {
    class Unmarked extends Base {}
    expect(faultsOf(new Unmarked())).toEqual(['KEY_INVALID tickets'])
  })

  test('a misspelt restriction of an intent is refused', () => {
    @ApiResource()
    class Tickets extends Base {
      @ResourceIntent({ title: 'Rename', authority: ['boss'] } as never)
      rename = Base.patch({ title: '.' })
    }
    expect(faultsOf(new Tickets())).toEqual(['MEMBER_UNKNOWN tickets.guards.rename.authority'])
  })

  test('decorators without required options are refused', () => {
    @ApiResource()
    class Tickets extends Base {
      @ResourceIntent(undefined as never)
      rename = Base.patch({ title: '.' })

      @WorkflowAction({} as { title: string })
      close(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual([
      'MEMBER_INVALID tickets.intents.rename.title',
      'MEMBER_INVALID tickets.actions.close.title',
      'GUARD_INVALID tickets.guards.rename',
    ])
  })

  test('a surface on an action is refused', () => {
    @ApiResource()
    class Tickets extends Base {
      @UiSurface({ title: 'Close' })
      @WorkflowAction({ title: 'Close' })
      close(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['SURFACE_INVALID tickets.surfaces.close'])
  })

  test('a surface without an operation is refused', () => {
    @ApiResource()
    class Tickets extends Base {
      @UiSurface({ title: 'Overview' })
      overView = 1
    }
    expect(faultsOf(new Tickets())).toEqual(['SURFACE_INVALID tickets.surfaces.over-view'])
  })

  test('an action that is also an intent is refused', () => {
    @ApiResource()
    class Tickets extends desk.resourceClass('tickets', {
      ...spec,
      intents: { 'close-it': { title: 'Close', fields: { title: '.' } } },
    }) {
      @WorkflowAction({ title: 'Close' })
      closeIt(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['DUPLICATE tickets.actions.close-it'])
  })

  test('an action with the name of an operation is refused', () => {
    @ApiResource()
    class Tickets extends Base {
      @WorkflowAction({ title: 'Export' })
      export(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['DUPLICATE tickets.actions.export'])
  })

  test('an intent with a name that is already used is refused', () => {
    @ApiResource()
    class Tickets extends Base {
      @ResourceIntent({ title: 'Surfaces' })
      surfaces = Base.patch({ title: '.' })
    }
    expect(faultsOf(new Tickets())).toContain('KEY_INVALID tickets.intents.surfaces')
  })

  test('a decorated member that no instance exposes is refused', () => {
    @ApiResource()
    class Private extends Base {
      @WorkflowAction({ title: 'Close' })
      #close(_call: ActionCallOf<typeof Base>) {}
      closeIt = () => this.#close
    }
    @ApiResource()
    class Static extends Base {
      @WorkflowAction({ title: 'Close' })
      static close(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Private())).not.toEqual([])
    expect(faultsOf(new Static())).not.toEqual([])
  })

  test('two members with the same wire name are refused', () => {
    @ApiResource()
    class Tickets extends Base {
      @WorkflowAction({ title: 'Close all' })
      closeAll(_call: ActionCallOf<typeof Base>) {}

      @WorkflowAction({ title: 'Close ALL' })
      closeALL(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['DUPLICATE tickets.actions.close-all'])
  })
})
