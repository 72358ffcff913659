import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Avatar } from './pictures/avatar.tsx';
import { Banner } from './notices/banner.tsx';
import { Button } from './actions/button.tsx';
import { DataTable } from './tables/data-table.tsx';
import { Field } from './fields/field.tsx';
import { Input } from './fields/input.tsx';
import { LinkProvider } from './actions/link.tsx';
import { LinkButton } from './actions/link-button.tsx';
import { Pagination } from './tables/pagination.tsx';
import { Picture } from './pictures/picture.tsx';
import { Spinner } from './waiting/spinner.tsx';

const html = renderToStaticMarkup;

describe('Button', () => {
  it('is not a submit button by default, and uses `aria-disabled` while busy', () => {
    expect(html(<Button>Send</Button>)).toContain('type="button"');
    const busyButton = html(
      <Button type="submit" busy busyLabel="Sending...">
        Send
      </Button>,
    );
    expect(busyButton).toContain('type="submit"');
    expect(busyButton).toContain('aria-disabled="true"');
    expect(busyButton).not.toContain(' disabled=""');
    expect(busyButton).toContain('Sending...');
    expect(busyButton).not.toContain('>Send<');
  });
});

describe('Field', () => {
  it('connects label, hint, and error to its control', () => {
    const field = html(
      <Field label="Email" hint="We never share it." error="Please enter a valid email address.">
        {(control) => <Input {...control} name="email" />}
      </Field>,
    );
    const id = /<label for="([^"]+)"/.exec(field)?.[1] ?? '';
    expect(id).not.toBe('');
    expect(field).toContain(`id="${id}"`);
    expect(field).toContain(`aria-describedby="${id}-hint ${id}-error"`);
    expect(field).toContain('aria-invalid="true"');
    expect(field).toContain(`id="${id}-error"`);
  });

  it('has no error attributes without an error', () => {
    const field = html(<Field label="Name">{(control) => <Input {...control} />}</Field>);
    expect(field).not.toContain('aria-invalid="');
    expect(field).not.toContain('aria-describedby="');
  });
});

describe('Spinner', () => {
  it('shows Loading... by default', () => {
    expect(html(<Spinner />)).toContain('Loading...');
    expect(html(<Spinner label="Searching..." />)).toContain('Searching...');
  });
});

describe('Banner', () => {
  it('interrupts screen readers only for errors', () => {
    expect(html(<Banner tone="error">No.</Banner>)).toContain('role="alert"');
    expect(html(<Banner tone="success">Yes.</Banner>)).toContain('role="status"');
  });
});

describe('Pagination', () => {
  it('links to pages, marks the current one, and has no previous link on the first page', () => {
    const pages = html(
      <Pagination page={1} pageCount={9} hrefOf={(page) => `/list?page=${page}`} />,
    );
    expect(pages).toMatch(/href="\/list\?page=1" aria-current="page"/);
    expect(pages).toContain('rel="next"');
    expect(pages).not.toContain('rel="prev"');
    expect(pages).toContain('href="/list?page=9"');
  });

  it('renders nothing for a single page', () => {
    expect(html(<Pagination page={1} pageCount={1} hrefOf={() => '/'} />)).toBe('');
  });
});

describe('Picture', () => {
  const picture = (priority: boolean) =>
    html(
      <Picture
        src="/a.webp"
        alt="A house"
        placeholder="data:image/webp;base64,AA"
        priority={priority}
      />,
    );

  it('loads eagerly with priority and lazily otherwise', () => {
    expect(picture(true)).toMatch(/fetchPriority="high"/i);
    expect(picture(true)).toContain('loading="eager"');
    expect(picture(false)).toContain('loading="lazy"');
  });

  it('has its placeholder as the background', () => {
    expect(picture(false)).toContain('background-image:url(data:image/webp;base64,AA)');
  });
});

describe('Avatar', () => {
  it('shows the picture, or initials without one', () => {
    expect(html(<Avatar name="Ada Lovelace" src={null} />)).toContain('AL');
    expect(html(<Avatar name="Ada Lovelace" src="/a.webp" />)).toContain('src="/a.webp"');
  });
});

describe('DataTable', () => {
  it('has a caption and explicit roles', () => {
    const table = html(
      <DataTable
        caption="Messages"
        columns={[{ id: 'name', header: 'From', cell: (row: { name: string }) => row.name }]}
        rows={[{ name: 'Ada' }]}
        keyOf={(row) => row.name}
        rowTone={() => 'highlighted'}
      />,
    );
    expect(table).toContain('<caption class="sr-only">Messages</caption>');
    expect(table).toContain('role="columnheader"');
    expect(table).toContain('Ada');
  });
});

describe('LinkButton', () => {
  it('uses the router’s link if it is provided', () => {
    const link = html(
      <LinkProvider value={({ href, children }) => <b title={href}>{children}</b>}>
        <LinkButton href="/agents">Agents</LinkButton>
      </LinkProvider>,
    );
    expect(link).toBe('<b title="/agents">Agents</b>');
  });
});
