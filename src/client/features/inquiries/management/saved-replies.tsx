import MessageSquareText from 'lucide-react/icons/message-square-text';
import { useState } from 'react';
import { useSession } from '../../../session/session-context.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx';
import { buttonClass } from '../../../ui/actions/button-class.ts';
import { addReply, deleteReply, readReplies } from './reply-store.ts';

/** Maximum length of a reply in the menu, in characters. */
const MAX_LABEL_LENGTH = 60;

export interface SavedRepliesProps {
  /** The current text. */
  text: string;
  /** Called with the new text. */
  onChoose: (text: string) => void;
}

/** The menu of the user's saved replies, which are stored on this device. */
export function SavedReplies(props: SavedRepliesProps) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { _id: userId } = session.user;
  return <RepliesMenu key={userId} userId={userId} {...props} />;
}

function RepliesMenu({ userId, text, onChoose }: SavedRepliesProps & { userId: string }) {
  const [replies, setReplies] = useState(() => readReplies(userId));
  const trimmedText = text.trim();
  const isSaved = replies.includes(trimmedText);
  return (
    <Menu
      align="start"
      label={
        <>
          <MessageSquareText aria-hidden="true" className="size-4" />
          Saved replies
        </>
      }
      buttonClassName={buttonClass('quiet', 'sm')}
      shortcut="s"
    >
      {replies.map((reply) => (
        <MenuItem
          key={reply}
          onSelect={() => onChoose(trimmedText === '' ? reply : `${text.trimEnd()}\n\n${reply}`)}
        >
          {reply.length > MAX_LABEL_LENGTH ? `${reply.slice(0, MAX_LABEL_LENGTH)}…` : reply}
        </MenuItem>
      ))}
      <MenuSeparator />
      {isSaved ? (
        <MenuItem onSelect={() => setReplies(deleteReply(userId, trimmedText, replies))}>
          Delete this reply
        </MenuItem>
      ) : (
        <MenuItem
          disabled={trimmedText === ''}
          onSelect={() => setReplies(addReply(userId, trimmedText, replies))}
        >
          Save this message as a reply
        </MenuItem>
      )}
    </Menu>
  );
}
