import React, { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes, useNavigate, useParams } from 'react-router';

function List() {
  const [items, setItems] = useState([]);
  useEffect(() => {
    fetch('/react/data/items.json').then(r => r.json()).then(setItems);
  }, []);
  return (
    <ul>
      {items.map(i => <li key={i}><Link to={`/item/${i}`}>Item {i}</Link></li>)}
      <li><Link to="/moved">Moved</Link></li>
    </ul>
  );
}

function Item() {
  const { id } = useParams();
  const [text, setText] = useState('');
  useEffect(() => {
    fetch(`/react/data/${id}.json`).then(r => r.json()).then(d => setText(d.text));
  }, [id]);
  return <p>{text} <Link to={`/item/${id}/details`}>Details</Link></p>;
}

function Moved() {
  const navigate = useNavigate();
  useEffect(() => { navigate('/target'); }, []);
  return null;
}

createRoot(document.getElementById('app')).render(
  <BrowserRouter basename="/react">
    <Routes>
      <Route path="/" element={<List />} />
      <Route path="/item/:id" element={<Item />} />
      <Route path="/moved" element={<Moved />} />
      <Route path="*" element={<p>A page.</p>} />
    </Routes>
  </BrowserRouter>
);
